/** Directories of the installed listener: the Python packages, and the weights with their licences. */
export const packagesFolder = 'packages';
export const weightsFolder = 'weights';

/** Weights of the network that finds speech. */
export const detectorFile = 'silero_vad_v6.onnx';
