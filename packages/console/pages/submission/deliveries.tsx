import type { components } from '@assay/client/schema.ts';
import type { Asset } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { hasRole } from '../../api/session.ts';
import { StatusLabel } from '../../components/badges.tsx';
import { Icon } from '../../components/icon.tsx';
import { AwayNotice, ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { formatNumber } from '../../format.ts';
import { useLive } from '../../live.ts';
import { callApi, type Scope } from '../../scope.ts';

type DeliveryList = components['schemas']['SubmissionDeliveryList'];
type ListedDelivery = components['schemas']['SubmissionDelivery'];

/** Milliseconds between reads: `pendingPollMs` while events or attempts can follow, else `endedPollMs`. */
const pendingPollMs = 5_000;
const endedPollMs = 30_000;
/** The API returns at most this number of deliveries. */
const maxListed = 200;

const columns = [
  { title: 'Event' },
  { title: 'Endpoint' },
  { title: 'Status' },
  { title: 'Attempts', isNumber: true },
  { title: 'Next attempt' },
  { title: 'Last error' },
];

interface Props {
  scope: Scope;
  submissionId: string;
  assets: readonly Asset[];
  /** True while assets are examined, so that new events can occur. */
  isProcessing: boolean;
}

/** The deliveries of the events of a submission. Members can deliver an event again. */
export function Deliveries({ scope, submissionId, assets, isProcessing }: Props) {
  const { data, at, error, refresh } = useLive(
    `${submissionId} ${isProcessing}`,
    (signal) =>
      callApi<DeliveryList>(
        scope,
        'GET',
        `/api/integrations/submissions/${submissionId}/deliveries`,
        undefined,
        signal,
      ),
    ({ deliveries }) =>
      isProcessing || deliveries.some(({ status }) => status === 'pending') ? pendingPollMs : endedPollMs,
  );
  const nameOf = (id: string) => assets.find(({ assetId }) => assetId === id)?.filename ?? id;
  const canRedeliver = hasRole(scope.workspaceId, 'member');
  return (
    <section class="versions deliveries" aria-labelledby="deliveries-heading">
      <h2 id="deliveries-heading">Webhook deliveries</h2>
      <AwayNotice error={error} at={at} />
      {data === null &&
        (error === null ? (
          <Loading what="deliveries" />
        ) : (
          <ErrorNotice error={error} what="The deliveries could not be loaded." isRetried />
        ))}
      {data?.deliveries.length === 0 && (
        <p class="muted">No event of this submission was sent to a subscription.</p>
      )}
      {data !== null && data.deliveries.length > 0 && (
        <Table
          caption="Webhook deliveries of this submission, newest first"
          columns={canRedeliver ? [...columns, { title: 'Action' }] : columns}
        >
          {data.deliveries.map((delivery) => (
            <DeliveryRow
              key={`${delivery.eventId} ${delivery.subscriptionId}`}
              scope={scope}
              delivery={delivery}
              filename={nameOf(delivery.assetId)}
              onRedeliver={canRedeliver ? refresh : null}
            />
          ))}
        </Table>
      )}
      {data?.deliveries.length === maxListed && (
        <p class="muted">Only the newest {maxListed} deliveries are shown.</p>
      )}
    </section>
  );
}

function DeliveryRow({
  scope,
  delivery,
  filename,
  onRedeliver,
}: {
  scope: Scope;
  delivery: ListedDelivery;
  filename: string;
  /** Called after the redelivery was requested. Null if the person may not request it. */
  onRedeliver: (() => void) | null;
}) {
  const { run, error, isBusy } = useRun();
  const { subscriptionId, eventId } = delivery;
  const redeliver = async () => {
    const path = `/api/integrations/webhooks/subscriptions/${subscriptionId}/deliveries/${eventId}/redeliver`;
    await callApi(scope, 'POST', path);
    announce(`The event of ${filename} is delivered again`);
    onRedeliver?.();
  };
  return (
    <Row>
      <Cell title="Event" isHeading>
        <span class="file-name">
          <Untrusted text={filename} />
        </span>{' '}
        <span class="muted">{delivery.eventType.replace('asset.processing.', '')}</span>
      </Cell>
      <Cell title="Endpoint">
        <span class="endpoint">
          <Untrusted text={delivery.endpointUrl} />
        </span>
      </Cell>
      <Cell title="Status">
        <StatusLabel status={delivery.status} />
      </Cell>
      <Cell title="Attempts" isNumber>
        {formatNumber(delivery.attemptCount)}
      </Cell>
      <Cell title="Next attempt">
        {delivery.nextAttemptAt === null ? (
          <span class="muted">–</span>
        ) : (
          <Time at={delivery.nextAttemptAt} />
        )}
      </Cell>
      <Cell title="Last error">
        {delivery.error === null ? <span class="muted">–</span> : <Untrusted text={delivery.error} />}
      </Cell>
      {onRedeliver !== null && (
        <Cell title="Action">
          <button
            type="button"
            class="button button-small"
            disabled={isBusy}
            onClick={() => void run(redeliver)}
          >
            <Icon name="retry" />
            {isBusy ? 'Delivering…' : 'Redeliver'}
            <span class="visually-hidden"> the event of {filename}</span>
          </button>
          <ErrorNotice error={error} what="The event could not be delivered again." />
        </Cell>
      )}
    </Row>
  );
}
