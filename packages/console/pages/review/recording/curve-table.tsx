import { Dialog } from '../../../components/dialog.tsx';
import { Cell, Row, Table } from '../../../components/table.tsx';
import { formatSeconds } from '../../../format.ts';
import type { TimeFormat } from '../time-format.ts';
import type { Curve } from '../view.ts';
import { channelName, type CurveStyle, formatValue, unitOf } from './curves.ts';
import type { Range } from './viewport.ts';

const maxRows = 100;

export function CurveTable({
  curve,
  style,
  range,
  timeFormat,
  onClose,
}: {
  curve: Curve;
  style: CurveStyle;
  range: Range;
  timeFormat: TimeFormat;
  onClose: () => void;
}) {
  const { startSeconds, stepSeconds, channels } = curve;
  const first = Math.max(0, Math.floor((range.from - startSeconds) / stepSeconds));
  const last = Math.min(channels[0]?.max.length ?? 0, Math.ceil((range.to - startSeconds) / stepSeconds));
  const joined = Math.max(1, Math.ceil((last - first) / maxRows));
  const rows = Array.from({ length: Math.ceil((last - first) / joined) }, (_, row) => first + row * joined);
  const unit = unitOf(curve, style);
  const title = (name: string) => (channels.length === 1 ? style.title : channelName(name));
  return (
    <Dialog title={`${style.title}${unit === '' ? '' : ` in ${unit}`}`} onClose={onClose}>
      <p class="muted">
        The visible part, {timeFormat.format(range.from)} to {timeFormat.format(range.to)}, in steps of{' '}
        {formatSeconds(joined * stepSeconds)}. Each row has the {style.extreme} value of its step. Zoom in for
        smaller steps.
      </p>
      {curve.limits.length > 0 && (
        <p>
          Limits:{' '}
          {curve.limits
            .map(({ value, label }) => `${label} ${formatValue(value, style)} ${unit}`)
            .join(' · ')}
        </p>
      )}
      {/* The table can have the focus, so that the keyboard can scroll it. */}
      <div class="curve-table" tabIndex={0} role="region" aria-label={`Numbers of ${style.title}`}>
        <Table
          caption={`${style.title} by time`}
          columns={[
            { title: 'Time' },
            ...channels.map(({ name }) => ({ title: title(name), isNumber: true })),
          ]}
        >
          {rows.map((index) => (
            <Row key={index}>
              <Cell title="Time" isHeading>
                {timeFormat.format(startSeconds + index * stepSeconds)}
              </Cell>
              {channels.map(({ name, min, max }) => {
                const values = (style.extreme === 'lowest' ? min : max)
                  .slice(index, index + joined)
                  .filter((value) => value !== null);
                const extreme = style.extreme === 'lowest' ? Math.min(...values) : Math.max(...values);
                return (
                  <Cell key={name} title={title(name)} isNumber>
                    {formatValue(values.length === 0 ? null : extreme, style)}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </Table>
      </div>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
