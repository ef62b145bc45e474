import { detectSpeech, loadDetector } from './detect-speech.ts';

export const jobs = { loadDetector, detectSpeech };
export type DetectorJobs = typeof jobs;
