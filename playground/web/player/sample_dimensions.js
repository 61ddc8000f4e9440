/* The dims of a stop: its handles and its time. A sample's number counts their digits. */

/** The place of the time among the dims; -1 without one. */
/** @type {(dims: Dim[]) => number} */
export const timeOf = (dims) => dims.findIndex((dim) => dim.kind === "time");

/** The samples that differ from one in one dim alone, in its order, and which it is. */
/** @type {(dims: Dim[], place: number, sample: number) => Along} */
export function along(dims, place, sample) {
  const stride = dims.slice(place + 1).reduce((product, dim) => product * dim.count, 1);
  const digit = Math.floor(sample / stride) % dims[place].count;
  const first = sample - digit * stride, { count } = dims[place];
  return { digit, samples: Array.from({ length: count }, (_, k) => first + k * stride) };
}
