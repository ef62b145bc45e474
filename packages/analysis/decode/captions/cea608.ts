import type { CaptionTrack, Cea608Field, Cue } from './captions.ts';

/** Maximum captions of a track that are kept. A feature film has about 2,000. */
export const maxCues = 10_000;

const rowCount = 15;
const columnCount = 32;

/** The characters that differ from ASCII (CEA-608-E, table 50). */
const basic: Readonly<Record<number, string>> = {
  0x2a: 'á',
  0x5c: 'é',
  0x5e: 'í',
  0x5f: 'ó',
  0x60: 'ú',
  0x7b: 'ç',
  0x7c: '÷',
  0x7d: 'Ñ',
  0x7e: 'ñ',
  0x7f: '█',
};
/** Codes 0x30 to 0x3f of special characters. The tenth is a transparent space (table 49). */
const special = Array.from('®°½¿™¢£♪à èâêîôû');
/** Codes 0x20 to 0x3f of extended characters, each replacing the character before it (tables 5 to 10). */
const extended: Readonly<Record<number, readonly string[]>> = {
  0x12: Array.from('ÁÉÓÚÜü‘¡*’—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»'),
  0x13: Array.from('ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤¦ÅåØø┌┐└┘'),
};
/** Rows from 0 by the first byte of a preamble address code. The first row is for second bytes below 0x60. */
const preambleRows: Readonly<Record<number, readonly [number, number]>> = {
  0x10: [10, 10],
  0x11: [0, 1],
  0x12: [2, 3],
  0x13: [11, 12],
  0x14: [13, 14],
  0x15: [4, 5],
  0x16: [6, 7],
  0x17: [8, 9],
};

/** The characters of a screen by row. Empty positions are undefined. */
type Screen = (string | undefined)[][];

const emptyScreen = (): Screen => Array.from({ length: rowCount }, () => []);

function rowsOf(screen: Screen): string[] {
  return screen.map(textOf).filter((row) => row !== '');
}

function textOf(row: readonly (string | undefined)[]): string {
  return Array.from(row, (character) => character ?? ' ')
    .join('')
    .trim();
}

/** The captions of one service. */
function createChannel() {
  let mode: 'none' | 'pop' | 'paint' | 'roll' | 'text' = 'none';
  let displayed = emptyScreen();
  let hidden = emptyScreen();
  let row = rowCount - 1;
  let column = 0;
  let rollRows = 2;
  /** Start of the displayed caption; null if nothing is displayed. */
  let openSince: number | null = null;
  /** Rows that roll up and are displayed, and the start of the row that is written. */
  const rolling: { startSeconds: number; text: string }[] = [];
  let rowSince: number | null = null;
  const cues: Cue[] = [];
  let isCut = false;

  const push = (cue: Cue) => {
    if (cues.length < maxCues) cues.push(cue);
    else isCut = true;
  };
  const close = (endSeconds: number | null) => {
    if (openSince === null) return;
    const rows = rowsOf(displayed);
    if (rows.length > 0) push({ startSeconds: openSince, endSeconds, rows, place: null });
    openSince = null;
  };
  const endRow = () => {
    const text = textOf(displayed[row]!);
    if (rowSince !== null && text !== '') rolling.push({ startSeconds: rowSince, text });
    rowSince = null;
  };
  /** Ends the rows that rolled up, except the newest ones. */
  const rollOut = (kept: number, endSeconds: number | null) => {
    for (const { startSeconds, text } of rolling.splice(0, Math.max(0, rolling.length - kept)))
      push({ startSeconds, endSeconds, rows: [text], place: null, rolls: true });
  };
  const erase = (seconds: number | null) => {
    close(seconds);
    endRow();
    rollOut(0, seconds);
    displayed = emptyScreen();
  };
  const target = () => (mode === 'pop' ? hidden : displayed);

  return {
    write(seconds: number, character: string) {
      if (mode === 'none' || mode === 'text') return;
      if (mode === 'paint') openSince ??= seconds;
      if (mode === 'roll') rowSince ??= seconds;
      target()[row]![column] = character;
      column = Math.min(column + 1, columnCount - 1);
    },
    backspace() {
      column = Math.max(0, column - 1);
      target()[row]!.length = Math.min(target()[row]!.length, column);
    },
    move(newRow: number, indent: number) {
      if (mode === 'roll' && newRow !== row) {
        displayed[newRow] = displayed[row]!;
        displayed[row] = [];
      }
      row = newRow;
      column = indent;
    },
    tab(columns: number) {
      column = Math.min(column + columns, columnCount - 1);
    },
    command(seconds: number, code: number) {
      switch (code) {
        case 0x20: // Resume caption loading.
          mode = 'pop';
          return;
        case 0x21:
          return this.backspace();
        case 0x24: // Delete to end of row.
          target()[row]!.length = Math.min(target()[row]!.length, column);
          return;
        case 0x25: // Roll-up captions with two to four rows.
        case 0x26:
        case 0x27:
          if (mode !== 'roll') {
            erase(seconds);
            hidden = emptyScreen();
            row = rowCount - 1;
            column = 0;
          }
          mode = 'roll';
          rollRows = code - 0x23;
          rollOut(rollRows, seconds);
          return;
        case 0x29: // Resume direct captioning.
          mode = 'paint';
          return;
        case 0x2a: // Text restart, and resume text display.
        case 0x2b:
          mode = 'text';
          return;
        case 0x2c: // Erase displayed memory.
          return erase(seconds);
        case 0x2d: // Carriage return.
          if (mode !== 'roll') return;
          endRow();
          rollOut(rollRows - 1, seconds);
          displayed = emptyScreen();
          column = 0;
          return;
        case 0x2e: // Erase non-displayed memory.
          hidden = emptyScreen();
          return;
        case 0x2f: {
          // End of caption.
          const next = hidden;
          const before = displayed;
          erase(seconds);
          mode = 'pop';
          displayed = next;
          hidden = before;
          openSince = rowsOf(displayed).length > 0 ? seconds : null;
          return;
        }
      }
    },
    /** Returns the captions. The file does not state when those that are still displayed end. */
    end(): Pick<CaptionTrack, 'cues' | 'isCut'> {
      erase(null);
      return { cues: cues.toSorted((a, b) => a.startSeconds - b.startSeconds), isCut };
    },
  };
}

function isOdd(byte: number): boolean {
  let bits = byte;
  bits ^= bits >> 4;
  bits ^= bits >> 2;
  bits ^= bits >> 1;
  return (bits & 1) === 1;
}

/**
 * Creates a decoder of CEA-608 captions: pop-on, paint-on and roll-up captions of CC1 to CC4. Text services and XDS are
 * ignored. Times are in seconds and must not decrease.
 */
export function createCea608Decoder() {
  const channels = new Map<string, ReturnType<typeof createChannel>>();
  const fields = new Map<1 | 2, ReturnType<typeof createField>>();

  function createField(field: 1 | 2) {
    const counts: Omit<Cea608Field, 'stream'> = {
      field,
      pairs: 0,
      badParity: 0,
      controls: 0,
      notRepeated: 0,
      firstFaultSeconds: null,
    };
    let channel: ReturnType<typeof createChannel> | null = null;
    /** A control code whose repetition must be the next pair. */
    let pending: { code: number; seconds: number } | null = null;
    let isXds = false;
    const fault = (kind: 'badParity' | 'notRepeated', seconds: number) => {
      counts[kind] += 1;
      counts.firstFaultSeconds ??= seconds;
    };
    const select = (index: number) => {
      const name = `CC${(field === 1 ? 1 : 3) + index}`;
      if (!channels.has(name)) channels.set(name, createChannel());
      channel = channels.get(name)!;
    };

    function control(seconds: number, first: number, second: number) {
      isXds = false;
      select((first >> 3) & 1);
      const code = first & 0x17;
      if (second >= 0x40) {
        const [low, high] = preambleRows[code]!;
        const isIndent = (second & 0x10) !== 0;
        channel!.move(second & 0x20 ? high : low, isIndent ? (second & 0x0e) * 2 : 0);
      } else if ((code === 0x14 || code === 0x15) && second < 0x30) {
        channel!.command(seconds, second);
      } else if (code === 0x17 && second >= 0x21 && second <= 0x23) {
        channel!.tab(second - 0x20);
      } else if (code === 0x11) {
        // A code below 0x30 changes the style, and takes one position.
        channel!.write(seconds, second < 0x30 ? ' ' : special[second - 0x30]!);
      } else if (code === 0x12 || code === 0x13) {
        channel!.backspace();
        channel!.write(seconds, extended[code]![second - 0x20]!);
      }
    }

    return {
      counts,
      add(seconds: number, rawFirst: number, rawSecond: number) {
        counts.pairs += 1;
        if (!isOdd(rawFirst) || !isOdd(rawSecond)) {
          // Two zero bytes are no data.
          if (rawFirst !== 0 || rawSecond !== 0) fault('badParity', seconds);
          pending = null;
          return;
        }
        const first = rawFirst & 0x7f;
        const second = rawSecond & 0x7f;
        const code = (first << 8) | second;
        if (pending !== null) {
          const repeated = pending.code === code;
          if (!repeated && field === 1) fault('notRepeated', pending.seconds);
          pending = null;
          if (repeated) return;
        }
        if (first === 0) return;
        if (first < 0x10) {
          // Extended data services have their own codes, up to 0x0f, and their own characters.
          isXds = field === 2 && first !== 0x0f;
          return;
        }
        if (first >= 0x20) {
          if (isXds) return;
          for (const byte of [first, second])
            if (byte >= 0x20) channel?.write(seconds, basic[byte] ?? String.fromCharCode(byte));
          return;
        }
        if (second < 0x20) return;
        counts.controls += 1;
        pending = { code, seconds };
        control(seconds, first, second);
      },
    };
  }

  return {
    /** Decodes two bytes with their parity bits. */
    add(seconds: number, field: 1 | 2, first: number, second: number) {
      if (!fields.has(field)) fields.set(field, createField(field));
      fields.get(field)!.add(seconds, first, second);
    },
    end(): {
      channels: Pick<CaptionTrack, 'channel' | 'cues' | 'isCut'>[];
      fields: Omit<Cea608Field, 'stream'>[];
    } {
      return {
        channels: [...channels].map(([channel, decoder]) => ({ channel, ...decoder.end() })),
        fields: [...fields.values()].map(({ counts }) => counts),
      };
    },
  };
}
