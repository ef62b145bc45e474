import { Unmeasurable } from '../unmeasurable.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDict, isName, isRef, PdfUnreadable, type PdfValue } from './values.ts';

/** More pages than a document of 100 MB has. */
const maxLeaves = 1_000_000;
/** Nodes, leaves and arrays of kids; what is shared is there once. */
const maxNodes = 2 * maxLeaves;

export interface LeafCount {
  leaves: number;
  /** The nodes and leaves that the tree refers to and that cannot be read: they count as nothing. */
  unreadableKids: number;
}

/** A node or a leaf of the page tree, or an array of kids. */
interface Node {
  /** What it is itself, 0 or 1; when it has been added up, all that is in it. */
  leaves: number;
  kids: Node[];
  /** Open while its kids are being added up: what leads back to it adds nothing. */
  state: 'unread' | 'open' | 'added';
}

/**
 * Counts the leaves of a document's page tree (ISO 32000-2, 7.7.3). What is referred to several times counts each time,
 * but is looked at once. Null without a catalog. Throws `PdfUnreadable` when the
 * root of the tree cannot be read, and `Unmeasurable` where there are more leaves than anybody reads.
 */
export async function countLeaves(file: PdfFile): Promise<LeafCount | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  const { root, unreadableKids } = await readTree(file, catalog.get('Pages') ?? null);
  const leaves = addUp(root);
  if (leaves > maxLeaves) throw new Unmeasurable('it has too many pages');
  return { leaves, unreadableKids };
}

/** Reads the tree level by level, so that what is side by side is fetched together. */
async function readTree(file: PdfFile, rootValue: PdfValue): Promise<{ root: Node; unreadableKids: number }> {
  const known = new Map<number, Node>();
  let made = 0;
  let unreadableKids = 0;
  let below: { value: PdfValue; node: Node }[] = [];

  /** The node for a value, and whether it is new. */
  function nodeFor(value: PdfValue | undefined): { node: Node; isNew: boolean } {
    const before = isRef(value) ? known.get(value.objectNumber) : undefined;
    if (before !== undefined) return { node: before, isNew: false };
    if (++made > maxNodes) throw new Unmeasurable('it has too many pages');
    const node: Node = { leaves: 0, kids: [], state: 'unread' };
    if (isRef(value)) known.set(value.objectNumber, node);
    return { node, isNew: true };
  }

  function kidOf(value: PdfValue): Node {
    const { node, isNew } = nodeFor(value);
    if (isNew) below.push({ value, node });
    return node;
  }

  async function read(value: PdfValue, node: Node): Promise<void> {
    const dict = await file.resolve(value);
    if (!isDict(dict)) return;
    const kids = await file.resolve(dict.get('Kids'));
    if (!Array.isArray(kids)) {
      node.leaves = 1;
      return;
    }
    // pdf.js shows what calls itself a page as one, and no kids of it; others show these.
    if (node !== root && isName(await file.resolve(dict.get('Type')), 'Page')) node.leaves = 1;
    const list = nodeFor(dict.get('Kids'));
    if (list.isNew) list.node.kids = kids.map(kidOf);
    node.kids = [list.node];
  }

  const root = kidOf(rootValue);
  for (let level = below; level.length > 0; level = below) {
    below = [];
    await file.fetchAhead(level.map(({ value }) => value));
    for (const { value, node } of level) {
      try {
        await read(value, node);
      } catch (error) {
        if (node === root || !(error instanceof PdfUnreadable)) throw error;
        unreadableKids++;
      }
    }
  }
  return { root, unreadableKids };
}

/** The leaves in a node, each node added up once and kept; without a stack of calls, as a tree may be deep. */
function addUp(root: Node): number {
  const path: { node: Node; next: number }[] = [];
  const enter = (node: Node) => {
    node.state = 'open';
    path.push({ node, next: 0 });
  };
  enter(root);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { node } = top;
    const kid = node.kids[top.next];
    if (kid === undefined) {
      node.state = 'added';
      path.pop();
    } else if (kid.state === 'unread') enter(kid);
    else {
      if (kid.state === 'added') node.leaves += kid.leaves;
      top.next++;
    }
  }
  return root.leaves;
}
