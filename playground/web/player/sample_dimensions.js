/* The dims of a stop: its handles and its time. A sample's number counts their digits. */

/** The place of the time among the dims; -1 without one. */
/** @type {(dims: SampleDimension[]) => number} */
export const timeDimensionIndex = (dims) => dims.findIndex((dim) => dim.kind === "time");

/** The samples that differ from one in one dim alone, in its order, and which it is. */
/** @type {(dims: SampleDimension[], index: number, sample: number) => SamplesAlong} */
export function samplesAlong(dims, index, sample) {
  const stride = dims.slice(index + 1).reduce((product, dim) => product * dim.count, 1);
  const current = Math.floor(sample / stride) % dims[index].count;
  const first = sample - current * stride, { count } = dims[index];
  return { current, samples: Array.from({ length: count }, (_, k) => first + k * stride) };
}
