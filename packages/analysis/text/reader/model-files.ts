/** File names of the weights of the networks that find and read lines. */
export const detectorFile = 'PP-OCRv6_det_small.onnx';
export const recogniserFile = 'PP-OCRv6_rec_small.onnx';
