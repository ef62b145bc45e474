import { Unmeasurable } from '../measurement.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDict, isName, isRef, PdfUnreadable, type PdfValue } from './values.ts';

/** More pages than a document of 100 MB has. */
const maxLeaves = 1_000_000;
/** Maximum number of nodes, leaves and arrays of kids; shared ones count once. */
const maxNodes = 2 * maxLeaves;

export interface LeafCount {
  leaves: number;
  /** Kids that cannot be read. They are not among the leaves. */
  unreadableKids: number;
}

/** A node or a leaf of the page tree, or an array of kids. */
interface Node {
  /** 1 if it is itself a leaf, otherwise 0; once summed, all leaves below it. */
  leaves: number;
  kids: Node[];
  /** `open` while its kids are summed; a reference back to an open node adds nothing. */
  state: 'new' | 'open' | 'summed';
}

/**
 * Counts the leaves of a document's page tree (ISO 32000-2, 7.7.3). A node with several references counts each time,
 * but is read once. Null without a catalog. Throws `PdfUnreadable` if the root of the tree cannot be read, and
 * `Unmeasurable` if there are more than `maxLeaves`.
 */
export async function countLeaves(file: PdfFile): Promise<LeafCount | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  const { root, unreadableKids } = await readTree(file, catalog.get('Pages') ?? null);
  const leaves = sumLeaves(root);
  if (leaves > maxLeaves) throw new Unmeasurable(`more than ${maxLeaves} pages`);
  return { leaves, unreadableKids };
}

/** Reads the tree level by level, so that neighbours are fetched in one request. */
async function readTree(file: PdfFile, rootValue: PdfValue): Promise<{ root: Node; unreadableKids: number }> {
  const known = new Map<number, Node>();
  let nodes = 0;
  let unreadableKids = 0;
  let below: { value: PdfValue; node: Node }[] = [];

  /** Returns the node of a value, and whether it was created now. */
  function nodeFor(value: PdfValue | undefined): { node: Node; isNew: boolean } {
    const before = isRef(value) ? known.get(value.objectNumber) : undefined;
    if (before !== undefined) return { node: before, isNew: false };
    if (++nodes > maxNodes) throw new Unmeasurable(`more than ${maxLeaves} pages`);
    const node: Node = { leaves: 0, kids: [], state: 'new' };
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
    // A node of type Page may have kids: pdf.js shows the page, other readers its kids.
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

/** Sums the leaves below a node, each node once. Does not recurse, because a tree may be deep. */
function sumLeaves(root: Node): number {
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
      node.state = 'summed';
      path.pop();
    } else if (kid.state === 'new') enter(kid);
    else {
      if (kid.state === 'summed') node.leaves += kid.leaves;
      top.next++;
    }
  }
  return root.leaves;
}
