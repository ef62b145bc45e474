import type { ComponentChildren } from 'preact';
import type { Issue } from '@assay/client/shapes.ts';
import { SeverityLabel } from '../components/badges.tsx';
import { ExternalLink, Untrusted } from '../components/texts.tsx';
import { decisionTexts } from './decision.tsx';
import { EvidenceItem } from './evidence.tsx';
import { formatPlace } from './place.ts';

interface Props {
  issue: Issue;
  /** Title of the group of related issues, if any. */
  topic: string | null;
  /** The text of the place in the asset. Absent: `formatPlace` writes the text, with times in minutes and seconds. */
  place?: string | null;
  /** The URL of the review page with this issue. Absent on the review page itself. */
  reviewHref?: string;
  /** Whether the details are open. Absent: the person opens and closes them. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  /** The decision about the issue, with buttons to decide. */
  decision?: ComponentChildren;
}

/** An issue as one line, which opens to its details. */
export function IssueItem({ issue, topic, place, reviewHref, isOpen, onToggle, decision }: Props) {
  const at = place === undefined ? formatPlace(issue.anchor) : place;
  return (
    <details
      class="issue"
      open={isOpen}
      // The event also occurs after the page itself has opened or closed the element.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle?.(currentTarget.open);
      }}
    >
      <summary>
        <SeverityLabel severity={issue.severity} />
        <span class="issue-summary">
          <Untrusted text={issue.summary} />
          {issue.decision !== null && (
            <span class="decision-label"> {decisionTexts[issue.decision.decision].label}</span>
          )}
        </span>
        <span class="issue-place muted">{at !== null && <Untrusted text={at} />}</span>
      </summary>
      {isOpen !== false && <IssueDetails issue={issue} topic={topic} decision={decision} />}
      {reviewHref !== undefined && (
        <p class="issue-review">
          <a href={reviewHref}>
            Show it in the file<span class="visually-hidden"> {issue.summary}</span>
          </a>
        </p>
      )}
    </details>
  );
}

function isSame(one: Issue['anchor'], other: Issue['anchor']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function IssueDetails({ issue, topic, decision }: Pick<Props, 'issue' | 'topic' | 'decision'>) {
  const { resolutionRequirement: resolution, severityReasoningHeadline, severityReasoning } = issue;
  return (
    <div class="issue-details">
      <p>
        <Untrusted text={issue.details} />
      </p>
      {decision}
      {issue.contributors.map((contributor) => (
        <div key={contributor.id} class="contributor">
          {contributor.evidence.map((evidence, at) => (
            <EvidenceItem
              key={evidence.id}
              evidence={evidence}
              before={contributor.evidence[at - 1]}
              summary={issue.summary}
              place={isSame(evidence.anchor, issue.anchor) ? null : formatPlace(evidence.anchor)}
            />
          ))}
        </div>
      ))}
      <dl class="facts">
        <div>
          <dt>
            Why <Untrusted text={issue.severity} />
          </dt>
          <dd>
            <strong>
              <Untrusted text={severityReasoningHeadline} />
            </strong>
            {severityReasoning !== severityReasoningHeadline && (
              <>
                {' '}
                <Untrusted text={severityReasoning} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>How to fix it</dt>
          <dd>
            <strong class="action">
              <Untrusted text={resolution.action} />
            </strong>{' '}
            <Untrusted text={resolution.description} />
          </dd>
        </div>
        <div>
          <dt>Rule</dt>
          <dd>
            <Untrusted text={issue.contributors[0]?.ruleName ?? issue.ruleCode} />{' '}
            <code>{issue.ruleCode}</code>
          </dd>
        </div>
        {topic !== null && (
          <div>
            <dt>Topic</dt>
            <dd>
              <Untrusted text={topic} />
            </dd>
          </div>
        )}
        <div>
          <dt>Found by</dt>
          <dd>
            {issue.contributors.map(({ id, label, confidence }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Untrusted text={label} />
                <span class="muted"> (confidence {Math.round(confidence * 100)} %)</span>
              </span>
            ))}
          </dd>
        </div>
        {issue.precedents.length > 0 && (
          <div>
            <dt>Precedents</dt>
            <dd>
              <ul class="precedents">
                {issue.precedents.map(({ url, title, decision, date }) => (
                  <li key={url}>
                    <ExternalLink url={url} text={title} /> <Untrusted text={decision} />{' '}
                    <span class="muted">
                      <Untrusted text={date} />
                    </span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
