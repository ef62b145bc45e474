import { parentPort } from 'node:worker_threads';
import { type ReportJob, writeReport } from './write-report.ts';

// The thread that writes reports, one at a time.

parentPort!.on('message', (job: ReportJob) => {
  void writeReport(job).then((written) => parentPort!.postMessage(written));
});
