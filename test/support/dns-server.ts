import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll } from 'vitest';

export interface TestDns {
  /** Address and port, in the format of `dns.setServers`. */
  readonly address: string;
  /** Sets the responses for a name: one per query, then the last one again. `silent`: no response. */
  name(name: string, ...answers: (readonly string[] | 'silent')[]): void;
  /** Returns the number of queries for the IPv4 addresses of a name so far. */
  asked(name: string): number;
}

const types = { a: 1, aaaa: 28 };
const nameError = 3;

/** Starts a DNS server on a loopback address (RFC 1035, 4.1). The server knows only the names that tests set. */
export function useDns(): TestDns {
  const names = new Map<string, (readonly string[] | 'silent')[]>();
  const rounds = new Map<string, number>();
  const socket = createSocket('udp4');

  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const round = rounds.get(`${name}/${type}`) ?? 0;
    rounds.set(`${name}/${type}`, round + 1);
    const answers = names.get(name);
    const answer = answers?.[Math.min(round, answers.length - 1)];
    if (answer === 'silent') return;
    const family = type === types.a ? 4 : type === types.aaaa ? 6 : 0;
    const records = (answer ?? []).filter((address) => isIP(address) === family);
    const header = Buffer.from(query.subarray(0, 12));
    // The flags are: response, recursion desired, and recursion available.
    header.writeUInt16BE(0x8180 | (answer === undefined ? nameError : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8);
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...records.map((each) => record(each, type))]),
      from.port,
      from.address,
    );
  });
  beforeAll(() => new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve)));
  afterAll(() => void socket.close());

  return {
    get address() {
      return `127.0.0.1:${socket.address().port}`;
    },
    name: (name, ...answers) => void names.set(name, answers),
    asked: (name) => rounds.get(`${name}/${types.a}`) ?? 0,
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns a resource record for the name at byte 12 of the message. The record's time to live is 0. */
function record(address: string, type: number): Buffer {
  const bytes = ipaddr.parse(address).toByteArray();
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
}
