/** Field numbers of `metadata_props`, and of `key` and `value` in its entries (onnx.proto3). */
const metadataField = 14;
const keyField = 1;
const valueField = 2;

/** Wire types of Protocol Buffers that occur at the top level of a model. */
const varint = 0;
const delimited = 2;

/** Returns a metadata value of an ONNX model, which ONNX Runtime does not expose in Node. Throws if it is missing. */
export function onnxMetadata(model: Uint8Array, key: string): string {
  for (const [number, entry] of delimitedFields(model)) {
    if (number !== metadataField) continue;
    const fields = new Map(delimitedFields(entry));
    const text = (field: number) => Buffer.from(fields.get(field) ?? []).toString();
    if (text(keyField) === key) return text(valueField);
  }
  throw new Error(`the model has no metadata ${key}`);
}

/** Yields the number and the content of each length-delimited field of a message. */
function* delimitedFields(message: Uint8Array): Generator<[number, Uint8Array]> {
  let at = 0;
  function readVarint(): number {
    let value = 0;
    for (let shift = 0; at < message.length; shift += 7) {
      const byte = message[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error('the model is cut off');
  }
  while (at < message.length) {
    const tag = readVarint();
    const kind = tag & 7;
    const value = readVarint();
    if (kind === varint) continue;
    if (kind !== delimited) throw new Error(`the model has a field of kind ${kind}`);
    yield [tag >>> 3, message.subarray(at, at + value)];
    at += value;
  }
}
