import { Gauge, type Registry } from 'prom-client';
import type { TrustListReader } from '@assay/analysis/contract/trust-lists.ts';

/** Adds a gauge of the age of each trust list for content credentials to a registry. */
export function addTrustListMetrics(registry: Registry, trustLists: TrustListReader): void {
  new Gauge({
    registers: [registry],
    name: 'assay_trust_list_age_seconds',
    help: 'Seconds since the last change of a file with a trust list for content credentials',
    labelNames: ['list'],
    async collect() {
      this.reset();
      for (const { list, seconds } of await trustLists.ages()) this.set({ list }, seconds);
    },
  });
}
