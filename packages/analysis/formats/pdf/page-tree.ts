import { Unmeasurable } from '../format-errors.ts';
import type { PdfFile } from './pdf-file.ts';
import { isDict, isName, isRef, PdfUnreadable, type PdfValue } from './values.ts';

/** Maximum number of pages. A document of 100 MB (the maximum upload) has fewer pages. */
const maxLeaves = 1_000_000;
/**
 * Maximum number of nodes, leaves and arrays of kids in the tree. An object counts once, even with several references.
 */
const maxNodes = 2 * maxLeaves;

export interface LeafCount {
  leaves: number;
  /** Number of kids that cannot be read. `leaves` does not include them. */
  unreadableKids: number;
}

/** A node or a leaf of the page tree, or an array of kids. */
interface Node {
  /**
   * 1 for a leaf and for a node of type Page, 0 for other nodes. After the kids are summed: the number of leaves in the
   * subtree.
   */
  leaves: number;
  kids: Node[];
  /** `open` while the kids of the node are being summed. A reference back to an open node adds no leaves. */
  state: 'new' | 'open' | 'summed';
}

/**
 * Counts the leaves of a document's page tree (ISO 32000-2, 7.7.3). A node with several references is read once, but
 * its leaves count once per reference. Returns null if there is no catalog. Throws `PdfUnreadable` if the root of the
 * tree cannot be read, and `Unmeasurable` if there are more than `maxLeaves` leaves.
 */
export async function countLeaves(file: PdfFile): Promise<LeafCount | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  const { root, unreadableKids } = await readTree(file, catalog.get('Pages') ?? null);
  const leaves = sumLeaves(root);
  if (leaves > maxLeaves) throw new Unmeasurable(`more than ${maxLeaves} pages`);
  return { leaves, unreadableKids };
}

/** Reads the tree level by level, so that adjacent objects are fetched in one request. */
async function readTree(file: PdfFile, rootValue: PdfValue): Promise<{ root: Node; unreadableKids: number }> {
  const known = new Map<number, Node>();
  let nodes = 0;
  let unreadableKids = 0;
  let below: { value: PdfValue; node: Node }[] = [];

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
    // A node of type Page may have kids. pdf.js shows the node as a page, and other readers show its kids. Both are
    // counted.
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

/** Returns the number of leaves of the tree. Does not recurse, because a deep tree would exceed the call stack. */
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
