/** The box around a group of touching pixels of the same colour. `right` and `bottom` are exclusive. */
export interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Maximum number of shapes of a line. A colour with more shapes is noise. */
const maxShapes = 4_000;

/** Returns the connected areas of a mask (8 neighbours); null if there are more than 4,000. Takes linear time. */
export function findShapes(mask: Uint8Array, width: number, height: number): Shape[] | null {
  const isSeen = new Uint8Array(width * height);
  const stack = new Int32Array(width * height);
  const shapes: Shape[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || isSeen[start] === 1) continue;
    if (shapes.length === maxShapes) return null;
    const shape = { left: width, top: height, right: 0, bottom: 0 };
    let size = 0;
    stack[size++] = start;
    isSeen[start] = 1;
    while (size > 0) {
      const pixel = stack[--size]!;
      const x = pixel % width;
      const y = (pixel - x) / width;
      shape.left = Math.min(shape.left, x);
      shape.right = Math.max(shape.right, x + 1);
      shape.top = Math.min(shape.top, y);
      shape.bottom = Math.max(shape.bottom, y + 1);
      for (let dy = y === 0 ? 0 : -1; dy <= (y === height - 1 ? 0 : 1); dy++) {
        for (let dx = x === 0 ? 0 : -1; dx <= (x === width - 1 ? 0 : 1); dx++) {
          const next = pixel + dy * width + dx;
          if (mask[next] === 0 || isSeen[next] === 1) continue;
          isSeen[next] = 1;
          stack[size++] = next;
        }
      }
    }
    shapes.push(shape);
  }
  return shapes;
}
