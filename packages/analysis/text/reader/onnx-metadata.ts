/** Number of the field `metadata_props` of a model, and of the fields of its entries (onnx.proto3). */
const metadataField = 14;
const keyField = 1;
const valueField = 2;

/** Kinds of fields in a protocol buffer that models contain at the top level. */
const varint = 0;
const delimited = 2;

/**
 * Returns a text from the metadata of a model in the format ONNX, which ONNX Runtime does not expose in Node. Throws if
 * the model has no such text.
 */
export function onnxMetadata(model: Uint8Array, key: string): string {
  for (const [number, entry] of delimitedFields(model)) {
    if (number !== metadataField) continue;
    const fields = new Map(delimitedFields(entry));
    const text = (field: number) => Buffer.from(fields.get(field) ?? []).toString();
    if (text(keyField) === key) return text(valueField);
  }
  throw new Error(`the model has no metadata ${key}`);
}

/** Yields number and content of the fields of a message that have a length. */
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
