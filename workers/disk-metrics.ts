import { Gauge, type Registry } from 'prom-client';
import type { DiskSpace, DiskUse } from '@assay/analysis/decode/disk-space.ts';

/** Adds gauges of the disk of `WORK_DIR` to a registry. */
export function addDiskMetrics(registry: Registry, space: DiskSpace): void {
  const gauge = (name: string, help: string, value: (use: DiskUse) => number) =>
    new Gauge({
      registers: [registry],
      name,
      help,
      collect() {
        this.set(value(space.use()));
      },
    });
  gauge(
    'assay_disk_free_bytes',
    'Free bytes of the disk of WORK_DIR, without the bytes that stay free and those reserved for files',
    ({ freeBytes }) => freeBytes,
  );
  gauge(
    'assay_disk_reserved_bytes',
    'Bytes of the disk of WORK_DIR that activities in progress have reserved or written',
    ({ reservedBytes }) => reservedBytes,
  );
  gauge(
    'assay_disk_waiting_activities',
    'Activities in progress that wait for space on the disk of WORK_DIR',
    ({ waiting }) => waiting,
  );
}
