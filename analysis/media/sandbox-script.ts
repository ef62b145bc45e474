import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from './find-on-path.ts';
import { createPrivateRoot, fstabOf, pathInside } from './private-root.ts';

/**
 * What holds a process, from the strictest down. The first two leave it the current directory as `/work`, the
 * system's libraries, and nothing else; `limits` leaves it network and files, `none` everything.
 */
export type Containment = 'namespaces' | 'bubblewrap' | 'limits' | 'none';

/** A way to hold a process. */
export interface Way {
  containment: Containment;
  /** Namespaces: within one of users, in which an ordinary user may make the others. */
  userSpace?: boolean;
}

/** This machine lacks what a way takes. */
export class WayClosed extends Error {}

const limits = [
  `ulimit -v ${4 * 2 ** 20}`, // KiB of address space: decoding 8K needs less
  `ulimit -t ${4 * 60 * 60}`, // seconds of processor time: two cores for the longest run
  `ulimit -f ${2 ** 11}`, // blocks of 512 bytes: nothing is written but to pipes
  'ulimit -n 64',
  'ulimit -c 0',
];
/** Ends with its parent: the worker, however that ends. */
const withParent = '--pdeathsig KILL';
/** The kernel reads so much of a script's first line, and goes on with a part of it. */
const maxShebangCharacters = 255;

/**
 * A script that runs a program, with the arguments it is given, inside. Throws `WayClosed`.
 * @param program its full path
 * @param directory where private roots are made
 * @param searchPath as PATH
 */
export async function sandboxScript(
  way: Way,
  program: string,
  directory: string,
  searchPath: string,
): Promise<string> {
  const lines =
    way.containment === 'namespaces'
      ? await inNamespaces(way, program, directory, searchPath)
      : [
          '#!/bin/sh -e',
          `export PATH=${quoted(searchPath)}`,
          ...(way.containment === 'none' ? [] : limits),
          `exec ${await commandOf(way.containment, program, directory)} "$@"`,
        ];
  return `${lines.join('\n')}\n`;
}

async function commandOf(
  containment: Exclude<Containment, 'namespaces'>,
  program: string,
  directory: string,
): Promise<string> {
  const alone = `env -i ${quoted(program)}`;
  if (containment === 'none') return alone;
  if (containment === 'limits') return `nice -n 10 setpriv ${withParent} -- ${alone}`;
  const root = await privateRoot(program, directory);
  const binds = root.mounts.map((mount) => `--ro-bind ${quoted(mount)} ${quoted(mount)}`);
  return [
    'nice -n 10 bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL',
    `--ro-bind ${quoted(root.directory)} / ${binds.join(' ')}`,
    `--ro-bind "$PWD" /work --chdir /work -- env -i ${quoted(await pathInside(program))}`,
  ].join(' ');
}

/** As few programs as it takes: each costs about a millisecond. */
async function inNamespaces(
  { userSpace = false }: Way,
  program: string,
  directory: string,
  searchPath: string,
): Promise<string[]> {
  const tool = (name: string) => findTool(name, searchPath);
  const root = await privateRoot(program, directory);
  const fstab = `${root.directory}.fstab`;
  await writeFile(fstab, fstabOf(root));
  const unshare = quoted(await tool('unshare'));
  const setpriv = await tool('setpriv');
  // The shell that reads this script is in the namespaces already.
  const shebang = [
    `#!/usr/bin/env -iS ${quoted(setpriv)} ${withParent} --no-new-privs --`,
    `${unshare} ${userSpace ? '--user --map-root-user ' : ''}--mount --net --ipc --pid --kill-child -- /bin/sh`,
  ].join(' ');
  if (shebang.length > maxShebangCharacters) throw new WayClosed(`too long for a first line: ${shebang}`);
  return [
    shebang,
    ...['set -e', ...limits],
    `${quoted(await tool('mount'))} --no-mtab --all --fstab ${quoted(fstab)}`,
    'unset PWD', // The one variable that a shell adds.
    [
      // Late, so that setting up does not wait for whoever has priority.
      `exec ${quoted(await tool('nice'))} -n 10 ${unshare} ${userSpace ? nobody : ''}`,
      `--root=${quoted(root.directory)} --wd=/work --`,
      ...(userSpace ? [] : [`${quoted(await pathInside(setpriv))} ${powerless}`]),
      `${quoted(await pathInside(program))} "$@"`,
    ].join(' '),
  ];
}

/**
 * Without capabilities, and a process in a chroot cannot make user namespaces to get others. No program gives it any
 * either: `--no-new-privs`, and mounts that are nosuid.
 */
const nobody = '--user --map-user=65534 --map-group=65534';
/** The same for root of the machine, where there is no namespace of users. */
const powerless = '--bounding-set=-all --inh-caps=-all --';

async function findTool(name: string, searchPath: string): Promise<string> {
  const file = await findOnPath(name, searchPath);
  if (file === null) throw new WayClosed(`${name} is not on PATH`);
  return file;
}

function privateRoot(program: string, directory: string) {
  return createPrivateRoot(path.join(directory, `${path.basename(program)}-root`), program);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
