import { randomBytes } from 'node:crypto';
import { createPdfWriter, type PdfStructure } from '../../local/samples/pdf-writer.ts';

export interface PicturePdfOptions {
  pages: number;
  pictureBytes: number;
  structure: PdfStructure;
}

interface TreeNode {
  number: number;
  leaves: number;
  kids: TreeNode[];
  parent: TreeNode | null;
}

const kidsPerNode = 10;

/**
 * Builds a PDF with a picture of noise on each page, so that the pages are far apart in the file. Page tree nodes
 * have ten kids.
 */
export function buildPicturePdf({ pages, pictureBytes, structure }: PicturePdfOptions): Buffer {
  const writer = createPdfWriter(structure);
  const newNode = (kids: TreeNode[]): TreeNode => {
    const leaves = kids.reduce((sum, kid) => sum + kid.leaves, 0) || 1;
    const node = { number: writer.newNumber(), leaves, kids, parent: null };
    for (const kid of kids) kid.parent = node;
    return node;
  };
  const leaves = Array.from({ length: pages }, () => newNode([]));
  const nodes = treeOver(leaves, newNode);
  for (const { number, parent } of leaves) {
    const [picture, contents, resources] = [writer.newNumber(), writer.newNumber(), writer.newNumber()];
    writer.stream(
      picture,
      `/Type /XObject /Subtype /Image /Width ${pictureBytes} /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`,
      randomBytes(pictureBytes),
    );
    writer.stream(contents, '', Buffer.from('q 595 0 0 842 0 0 cm /Im Do Q'));
    writer.object(resources, `<< /XObject << /Im ${picture} 0 R >> >>`);
    writer.object(
      number,
      `<< /Type /Page /Parent ${parent!.number} 0 R /MediaBox [0 0 595 842] ` +
        `/Resources ${resources} 0 R /Contents ${contents} 0 R >>`,
    );
  }
  for (const { number, parent, leaves, kids } of nodes) {
    const above = parent === null ? '' : ` /Parent ${parent.number} 0 R`;
    const references = kids.map((kid) => `${kid.number} 0 R`).join(' ');
    writer.object(number, `<< /Type /Pages${above} /Count ${leaves} /Kids [${references}] >>`);
  }
  const catalog = writer.newNumber();
  writer.object(catalog, `<< /Type /Catalog /Pages ${nodes.at(-1)!.number} 0 R >>`);
  return writer.end(catalog);
}

/** Creates the nodes above the leaves, level by level. The last node is the root. */
function treeOver(leaves: TreeNode[], newNode: (kids: TreeNode[]) => TreeNode): TreeNode[] {
  const nodes: TreeNode[] = [];
  let level = leaves;
  do {
    const above: TreeNode[] = [];
    for (let at = 0; at < level.length; at += kidsPerNode)
      above.push(newNode(level.slice(at, at + kidsPerNode)));
    nodes.push(...above);
    level = above;
  } while (level.length > 1);
  return nodes;
}
