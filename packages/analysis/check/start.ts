#!/usr/bin/env node
// Starts the command. This module runs on every Node, so it loads nothing that an old Node does not have.

const needed = [22, 17] as const;

const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
if (major > needed[0] || (major === needed[0] && minor >= needed[1])) await import('./main.ts');
else {
  process.stderr.write(
    `error: assay needs Node ${needed.join('.')} or newer (this is Node ${process.versions.node})\n`,
  );
  process.exitCode = 2;
}
