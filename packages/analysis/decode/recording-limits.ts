// Limits of decoding videos and sound. The price of a video depends on its measured duration, but the work of decoding
// depends on its number of frames. A hostile video can also be longer than its index states. Sound has a flat price, so
// its duration is not measured.

/** Seconds by which a video may be longer than was measured: 30 s and a tenth of the measured duration. */
const toleranceSeconds = (measuredSeconds: number) => 30 + measuredSeconds / 10;
/** Maximum number of frames per second. Slow-motion cameras record up to 240. */
const maxRate = 300;

export interface RecordingLimits {
  maxFrames: number;
  /** Time in seconds at which decoding stops. */
  maxSeconds: number;
  /**
   * Maximum time of the last picture or sound, in seconds. A later one means that the video is longer than measured.
   */
  longestSeconds: number;
  timeoutMs: number;
}

/** Maximum time limit of decoding, in milliseconds. Below it, the time limit grows with the measured duration. */
export const maxRecordingMs = 3 * 3_600_000;

export function recordingLimits(measuredSeconds: number): RecordingLimits {
  const maxSeconds = measuredSeconds + toleranceSeconds(measuredSeconds);
  return {
    maxFrames: Math.ceil(maxRate * maxSeconds),
    maxSeconds,
    longestSeconds: measuredSeconds + toleranceSeconds(measuredSeconds) / 2,
    // Two cores decode a minute of 1080p in 9 s. Larger pictures and loaded machines take up to 100 times as long.
    timeoutMs: Math.min(maxRecordingMs, 600_000 + 20_000 * measuredSeconds),
  };
}

/** Time in seconds up to which a recording without a measured duration is decoded: four hours. */
export const maxUnmeasuredSeconds = 4 * 3_600;
/** Time limit in milliseconds if no duration was measured. Two cores decode an hour of stereo sound in a minute. */
export const unmeasuredTimeoutMs = 20 * 60_000;

/** Thrown if a video exceeds `longestSeconds`, so that it is longer than the charged duration. Not retryable. */
export class LongerThanMeasured extends Error {}
