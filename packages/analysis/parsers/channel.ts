import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { killGroup } from '../decode/kill-group.ts';
import { createFrameReader, frameOf, InvalidFrame } from './frames.ts';
import {
  channelDescriptor,
  type FromChild,
  maxJsonResultBytes,
  maxMessageBytes,
  type ToChild,
} from './protocol.ts';

const fromChild: z.ZodType<FromChild> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('read'), readId: z.int(), start: z.int(), end: z.int() }),
  z.strictObject({ type: z.literal('progress'), share: z.number().min(0).max(1) }),
  z.strictObject({ type: z.literal('done'), result: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), name: z.string().max(100), message: z.string().max(500) }),
]);

export interface Listener {
  /** Receives a message and the bytes that follow it. Only the message `done` has bytes. */
  onMessage(message: FromChild, bytes: Uint8Array): void;
  /** Called when the process has ended or was killed. `reason` is a sentence without a full stop. */
  onClose(reason: string): void;
}

export interface Channel {
  readonly isOpen: boolean;
  /** False while the worker still buffers data for the process. */
  readonly isDrained: boolean;
  /** Sends a message and `bytes`. Resolves when this process no longer buffers them, or when the channel closes. */
  send(message: ToChild, bytes?: Uint8Array): Promise<void>;
  /**
   * Sets the listener for the messages of a job. Null marks the process as idle; a message from an idle process closes
   * the channel.
   * @param maxResultBytes maximum number of bytes that may follow the message with the result. Absent: 0
   */
  listen(listener: Listener | null, maxResultBytes?: number): void;
  /** Kills the process and drops unread messages. */
  close(): void;
}

/**
 * Opens the channel to a parser process. A hostile file may have taken over the process, which may then send any bytes.
 * An invalid or unexpected message kills the process. Node's own IPC channel is not used, because it buffers messages
 * of any length, and invalid bytes crash the parent process.
 */
export function openChannel(child: ChildProcess): Channel {
  const stream = child.stdio[channelDescriptor] as Duplex;
  let listener: Listener | null = null;
  let isOpen = true;

  function closeBecause(reason: string): void {
    if (!isOpen) return;
    isOpen = false;
    killGroup(child);
    stream.destroy();
    listener?.onClose(reason);
  }

  const unexpected = () => closeBecause('the parser sent an unexpected message');
  const onCrash = () => closeBecause('the parser crashed');
  // The listener of each job sets `maxTailBytes`.
  const limits = { maxJsonBytes: maxJsonResultBytes, maxTailBytes: 0 };
  const readPart = createFrameReader(limits, (sent, bytes, jsonBytes) => {
    // The part may contain further frames after the frame that closed the channel.
    if (!isOpen) return;
    const message = fromChild.safeParse(sent);
    if (listener === null || !message.success) unexpected();
    else if ((bytes.length > 0 || jsonBytes > maxMessageBytes) && message.data.type !== 'done') unexpected();
    else listener.onMessage(message.data, bytes);
  });

  stream.on('data', (part: Uint8Array) => {
    try {
      readPart(part);
    } catch (error) {
      if (!(error instanceof InvalidFrame)) throw error;
      unexpected();
    }
  });
  stream.on('end', onCrash);
  stream.on('close', onCrash);
  // Ignored, because the event `close` follows and closes the channel.
  stream.on('error', () => undefined);

  return {
    get isOpen() {
      return isOpen;
    },
    get isDrained() {
      return stream.writableLength === 0;
    },
    send: (message, bytes) =>
      new Promise((resolve) => {
        stream.cork();
        const [first, second, third] = frameOf(message, bytes);
        stream.write(first);
        stream.write(second);
        stream.write(third, () => resolve());
        stream.uncork();
      }),
    listen(next, maxResultBytes = 0) {
      listener = next;
      limits.maxTailBytes = maxResultBytes;
    },
    close: () => closeBecause('the parser was ended'),
  };
}
