"""Recognises speech with Whisper. Usage: python3 -I -B listen.py PACKAGES WEIGHTS

Reads windows from standard input: the number of samples as 4 bytes (little-endian), then the samples as 16-bit integers
(little-endian, 16 kHz, mono, at most 30 s). Writes one line of JSON for each window. Ends with standard input.
"""

import json
import struct
import sys
import zlib

sys.path[:0] = [sys.argv[1]]

import ctranslate2
import numpy as np

RATE = 16_000
FFT = 400
HOP = 160
BANDS = 80
SECONDS = 30
FRAMES_PER_TOKEN = 2
MAX_TOKENS = 224
# Thresholds for another attempt at a higher temperature, as in OpenAI's implementation.
MAX_COMPRESSION = 2.4
MIN_LOG_PROBABILITY = -1.0
TEMPERATURES = (0.0, 0.4, 0.8)
# Languages that are written without spaces between words.
UNSPACED = {"zh", "ja", "th", "lo", "my", "yue"}
PUNCTUATION = set("\"'“”‘’¿([{-.。,，!！?？:：)]}、;…")


def mel_filters():
    """Returns the filters of the mel scale by Slaney: linear below 1 kHz, logarithmic above."""
    mels = np.linspace(0.0, 15.0 + 27.0 * np.log(RATE / 2 / 1000) / np.log(6.4), BANDS + 2)
    hertz = np.where(mels < 15.0, mels * 200.0 / 3, 1000.0 * np.exp(np.log(6.4) / 27.0 * (mels - 15.0)))
    slopes = hertz[:, None] - np.fft.rfftfreq(FFT, 1.0 / RATE)[None, :]
    widths = np.diff(hertz)[:, None]
    weights = np.maximum(0, np.minimum(-slopes[:-2] / widths[:-1], slopes[2:] / widths[1:]))
    return (weights * (2.0 / (hertz[2:] - hertz[:-2]))[:, None]).astype(np.float32)


FILTERS = mel_filters()
WINDOW = np.hanning(FFT + 1)[:-1].astype(np.float32)


def features_of(samples):
    """Returns the log-mel spectrogram of 30 s. Shorter sound is followed by silence."""
    sound = np.zeros(SECONDS * RATE + FFT, dtype=np.float32)
    sound[FFT // 2 : FFT // 2 + len(samples)] = samples.astype(np.float32) / 32768
    sound[: FFT // 2] = sound[FFT : FFT // 2 : -1]
    frames = np.lib.stride_tricks.sliding_window_view(sound, FFT)[::HOP][: SECONDS * RATE // HOP]
    power = np.abs(np.fft.rfft(frames * WINDOW).astype(np.complex64)) ** 2
    levels = np.log10(np.maximum(FILTERS @ power.T, 1e-10))
    levels = np.maximum(levels, levels.max() - 8.0)
    return np.ascontiguousarray((levels + 4.0) / 4.0, dtype=np.float32)[None]


def read_vocabulary(weights):
    """Returns the bytes of each token of text, and the ids of the special tokens by name."""
    with open(f"{weights}/tokenizer.json", encoding="utf-8") as file:
        tokenizer = json.load(file)
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    byte_of = {chr(byte): byte for byte in printable}
    byte_of.update({chr(256 + index): byte for index, byte in enumerate(others)})
    special = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
    text = {
        index: bytes(byte_of[character] for character in token)
        for token, index in tokenizer["model"]["vocab"].items()
        if token not in special
    }
    return text, special


class Listener:
    def __init__(self, weights):
        self.model = ctranslate2.models.Whisper(
            weights, device="cpu", compute_type="int8", intra_threads=1, inter_threads=1
        )
        self.text, self.special = read_vocabulary(weights)

    def listen(self, samples):
        encoded = self.model.encode(ctranslate2.StorageView.from_array(features_of(samples)))
        language, probability = self.model.detect_language(encoded)[0][0]
        start = [self.special[name] for name in ("<|startoftranscript|>", language, "<|transcribe|>")]
        tokens, log_probability = self.recognise(encoded, [*start, self.special["<|notimestamps|>"]])
        return {
            "language": language.strip("<|>"),
            "languageProbability": float(probability),
            "logProbability": float(log_probability),
            "words": self.words(encoded, start, tokens, len(samples), language.strip("<|>") in UNSPACED),
        }

    def recognise(self, encoded, prompt):
        best = None
        for temperature in TEMPERATURES:
            ctranslate2.set_random_seed(1)
            options = (
                {"beam_size": 5}
                if temperature == 0
                else {"beam_size": 1, "sampling_topk": 0, "sampling_temperature": temperature}
            )
            [result] = self.model.generate(
                encoded, [prompt], max_length=MAX_TOKENS, return_scores=True, **options
            )
            tokens = [token for token in result.sequences_ids[0] if token in self.text]
            log_probability = result.scores[0] * len(tokens) / (len(tokens) + 1)
            text = b"".join(self.text[token] for token in tokens)
            loops = len(text) / len(zlib.compress(text)) > MAX_COMPRESSION
            rank = (not loops, log_probability)
            if best is None or rank > best[0]:
                best = (rank, tokens, log_probability)
            if not loops and log_probability >= MIN_LOG_PROBABILITY:
                break
        return best[1], best[2]

    def words(self, encoded, start, tokens, samples, unspaced):
        if not tokens:
            return []
        frames = max(FRAMES_PER_TOKEN, -(-samples // HOP))
        [found] = self.model.align(encoded, start, [tokens], frames, median_filter_width=7)
        seconds = HOP * FRAMES_PER_TOKEN / RATE
        # The time at which each token starts, and the time at which the last one ends.
        times = [None] * (len(tokens) + 1)
        for token, frame in found.alignments:
            if token < len(times) and times[token] is None:
                times[token] = frame * seconds
        last = samples / RATE
        for at in range(len(tokens), -1, -1):
            last = times[at] = last if times[at] is None else min(times[at], last)
        words = []
        for first, end in self.split(tokens, unspaced):
            text = b"".join(self.text[token] for token in tokens[first:end]).decode("utf-8", "replace").strip()
            if text == "":
                continue
            # A pause is part of the punctuation after a word, and not of the word.
            spoken = end
            while spoken > first + 1 and self.is_punctuation(tokens[spoken - 1]):
                spoken -= 1
            probability = float(np.mean(found.text_token_probs[first:spoken]))
            words.append([text, times[first], times[spoken], min(1.0, probability)])
        return words

    def split(self, tokens, unspaced):
        """Returns the index of the first token of each word, and the index after its last one."""
        starts = [0]
        pending = b""
        for at, token in enumerate(tokens):
            piece = self.text[token]
            if at > 0 and pending == b"" and not self.is_punctuation(token) and (unspaced or piece[:1] == b" "):
                starts.append(at)
            pending += piece
            try:
                pending.decode("utf-8")
                pending = b""
            except UnicodeDecodeError:
                pass
        return zip(starts, [*starts[1:], len(tokens)])

    def is_punctuation(self, token):
        piece = self.text[token].decode("utf-8", "replace")
        return piece[:1] != " " and piece != "" and all(character in PUNCTUATION for character in piece)


def main():
    listener = Listener(sys.argv[2])
    print("ready", flush=True)
    while len(header := sys.stdin.buffer.read(4)) == 4:
        [count] = struct.unpack("<I", header)
        if not RATE // 10 <= count <= SECONDS * RATE:
            raise ValueError("a window must have 0.1 to 30 s")
        samples = np.frombuffer(sys.stdin.buffer.read(2 * count), dtype="<i2")
        print(json.dumps(listener.listen(samples), allow_nan=False), flush=True)


main()
