// Uses the API with a client that oapi-codegen generated (client.gen.go). Reads BASE_URL, API_KEY, ENDPOINT_URL and FILE
// (an MP4 file) from the environment. Prints the results as one line of JSON. Then reads a webhook as {headers, body} from
// standard input, verifies it, and prints its event as one line of JSON.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"),
		WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("X-API-Key", os.Getenv("API_KEY"))
			return nil
		}))
	if err != nil {
		return err
	}
	subscribed, err := client.CreateSubscriptionWithResponse(ctx, CreateSubscriptionRequest{
		EndpointUrl: os.Getenv("ENDPOINT_URL"),
		EventTypes:  []EventType{"asset.processing.completed"},
	})
	if err != nil || subscribed.JSON201 == nil {
		return fmt.Errorf("createSubscription: %v %s", err, subscribed.Body)
	}
	content, err := os.ReadFile(os.Getenv("FILE"))
	if err != nil {
		return err
	}
	length := int64(len(content))
	target, err := client.CreateUploadUrlWithResponse(ctx, UploadUrlRequest{
		Filename: "clip.mp4", ContentType: "video/mp4", ContentLength: &length,
	})
	if err != nil || target.JSON200 == nil {
		return fmt.Errorf("createUploadUrl: %v %s", err, target.Body)
	}
	if err := put(target.JSON200, content); err != nil {
		return err
	}
	files := []AssetReference{{BlobPath: target.JSON200.BlobPath}}
	estimate, err := client.EstimatePricingWithResponse(ctx, EstimateRequest{Files: &files})
	if err != nil || estimate.JSON200 == nil {
		return fmt.Errorf("estimatePricing: %v %s", err, estimate.Body)
	}
	sidekicks, err := client.ListSidekicksWithResponse(ctx)
	if err != nil || sidekicks.JSON200 == nil {
		return fmt.Errorf("listSidekicks: %v %s", err, sidekicks.Body)
	}
	var ids []string
	for _, sidekick := range sidekicks.JSON200.Sidekicks {
		if sidekick.Code == "video-qc" {
			ids = append(ids, sidekick.Id.String())
		}
	}
	created, err := client.CreateSubmissionWithResponse(ctx, &CreateSubmissionParams{}, CreateSubmissionRequest{
		Assets: []AssetToSubmit{{BlobPath: target.JSON200.BlobPath}}, SidekickIds: ids,
	})
	if err != nil || created.JSON201 == nil {
		return fmt.Errorf("createSubmission: %v %s", err, created.Body)
	}
	submission := *created.JSON201
	for submission.Status == "processing" {
		time.Sleep(500 * time.Millisecond)
		read, err := client.ReadSubmissionWithResponse(ctx, submission.SubmissionId)
		if err != nil || read.JSON200 == nil {
			return fmt.Errorf("readSubmission: %v %s", err, read.Body)
		}
		submission = *read.JSON200
	}
	asset := submission.Assets[0]
	listed, err := client.ListIssuesWithResponse(ctx, submission.SubmissionId, asset.AssetId)
	if err != nil || listed.JSON200 == nil {
		return fmt.Errorf("listIssues: %v %s", err, listed.Body)
	}
	issues := [][]string{}
	for _, issue := range listed.JSON200.Issues {
		kind, err := issue.Anchor.Discriminator()
		if err != nil {
			return err
		}
		issues = append(issues, []string{issue.RuleCode, string(issue.Severity), kind})
	}
	if err := print(map[string]any{
		"submissionId": submission.SubmissionId,
		"assetId":      asset.AssetId,
		"totalCredits": estimate.JSON200.TotalCredits,
		"issues":       issues,
	}); err != nil {
		return err
	}
	return receive(subscribed.JSON201.Secret)
}

func put(target *UploadUrl, content []byte) error {
	request, err := http.NewRequest(string(target.Method), target.UploadUrl, bytes.NewReader(content))
	if err != nil {
		return err
	}
	for name, value := range target.Headers {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the upload failed: %s", response.Status)
	}
	return nil
}

func receive(secret string) error {
	var given struct {
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		return err
	}
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	if err := webhook.Verify([]byte(given.Body), headers); err != nil {
		return err
	}
	var event AssetProcessingCompleted
	if err := json.Unmarshal([]byte(given.Body), &event); err != nil {
		return err
	}
	return print(map[string]any{"type": event.Type, "assetId": event.Data.AssetId})
}

func print(value any) error {
	return json.NewEncoder(os.Stdout).Encode(value)
}
