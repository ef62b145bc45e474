import { hasSoundPacket, probe, ProbeRefused } from '../decode/ffprobe.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { Unmeasurable } from '../formats/format-errors.ts';

/**
 * Checks that ffprobe finds sound in a local file. Throws `Unmeasurable` if ffprobe cannot read the file, does not know
 * the codec of the sound, or finds no packet.
 */
export async function checkSound(tools: MediaTools, path: string, signal: AbortSignal): Promise<void> {
  try {
    const { streams } = await probe(tools, path, signal);
    const sound = streams.filter((stream) => stream.codec_type === 'audio');
    if (sound.length === 0) throw new Unmeasurable('no audio stream');
    if (!sound.some(({ codec_name: codec }) => codec !== undefined && codec !== 'unknown'))
      throw new Unmeasurable('sound in an unknown codec');
    if (!(await hasSoundPacket(tools, path, signal))) throw new Unmeasurable('no audio packets');
  } catch (error) {
    if (error instanceof ProbeRefused) throw new Unmeasurable('not readable as sound', { cause: error });
    throw error;
  }
}
