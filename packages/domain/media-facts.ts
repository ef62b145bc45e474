/** Facts about a video, a sound or an image, as its headers state them. Stored as JSON. */
export interface MediaFacts {
  /** Null for an image, and if the headers have no duration. */
  durationSeconds: number | null;
  /**
   * Time code of the first frame, such as `10:00:00:00`. A `;` or `.` before the frames means drop-frame. Null if the
   * file has no valid time code.
   */
  startTimecode: string | null;
  /** The video stream that is examined. Null if the file has no video. */
  video: VideoFacts | null;
  /** The audio stream that is examined. Null if the file has no sound. */
  audio: AudioFacts | null;
  /** All streams of the file in its order, at most `maxStreams`. */
  streams: StreamFacts[];
}

/** Maximum number of streams that are listed. Each takes about 100 bytes in stored facts. */
export const maxStreams = 50;

/** A stream of a file. The names of type and codec are those of ffprobe. */
export interface StreamFacts {
  /** Number of the stream in the file, from 0. */
  index: number;
  type: string | null;
  codec: string | null;
  language: string | null;
  /** True for the video and the audio stream that are examined. */
  examined: boolean;
}

/** Facts about a video stream. The names of codec, profile and pixel format are those of ffprobe. */
export interface VideoFacts {
  codec: string;
  profile: string | null;
  pixelFormat: string | null;
  /** Width and height in pixels as coded. The displayed size can differ. */
  width: number;
  height: number;
  /** Width divided by height as displayed, after the pixels' aspect ratio and the rotation. */
  displayAspectRatio: number;
  /**
   * Frames per second as a fraction such as `30000/1001`. Null for an image, and if the headers give no constant rate.
   */
  frameRate: string | null;
}

export interface AudioFacts {
  codec: string;
  channels: number;
  /** Samples per second (Hz). */
  sampleRate: number;
}
