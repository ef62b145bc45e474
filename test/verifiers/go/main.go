// Verifies a webhook with the official Go library. Reads {secret, headers, body} as JSON from standard input and prints
// the body.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	var given struct {
		Secret  string
		Headers map[string]string
		Body    string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fail(err)
	}
	webhook, err := standardwebhooks.NewWebhook(given.Secret)
	if err != nil {
		fail(err)
	}
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	if err := webhook.Verify([]byte(given.Body), headers); err != nil {
		fail(err)
	}
	fmt.Print(given.Body)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
