import type { Issue } from '../../../client/shapes.ts';
import { SeverityLabel } from '../../components/badges.tsx';
import { ExternalLink, Untrusted } from '../../components/texts.tsx';
import { EvidenceItem } from './evidence.tsx';
import { formatPlace } from './place.ts';

/** An issue as one line, which opens to its details. @param topic title of the group of related issues, if any */
export function IssueItem({ issue, topic }: { issue: Issue; topic: string | null }) {
  const place = formatPlace(issue.anchor);
  return (
    <details class="issue">
      <summary>
        <SeverityLabel severity={issue.severity} />
        <span class="issue-summary">
          <Untrusted text={issue.summary} />
        </span>
        <span class="issue-place muted">{place !== null && <Untrusted text={place} />}</span>
      </summary>
      <IssueDetails issue={issue} topic={topic} />
    </details>
  );
}

function IssueDetails({ issue, topic }: { issue: Issue; topic: string | null }) {
  const { resolutionRequirement: resolution, severityReasoningHeadline, severityReasoning } = issue;
  return (
    <div class="issue-details">
      <p>
        <Untrusted text={issue.details} />
      </p>
      {issue.contributors.map((contributor) => (
        <div key={contributor.id} class="contributor">
          {contributor.evidence.map((evidence) => (
            <EvidenceItem key={evidence.id} evidence={evidence} summary={issue.summary} />
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
          <dt>What mends it</dt>
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
                <span class="muted"> ({Math.round(confidence * 100)} % certain)</span>
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
