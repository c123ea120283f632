/**
 * What a selection file claims, read without the solver's code.
 *
 * @module
 */

/** A candidate as counted here: retained labels in order, number of all messages, pattern, cost. */
export interface ClaimedSequence {
  readonly retained: readonly number[];
  readonly length: number;
  readonly codes: readonly number[];
  readonly pattern: string;
  readonly cost: number;
}

/** The parts of a file that a check reads. */
export interface Claim {
  readonly labels: readonly string[];
  readonly retained: readonly string[];
  readonly lengthOf: string;
  readonly emptySession: string;
  readonly pool: number;
  readonly P_L: readonly number[];
  readonly P_T: readonly number[];
  readonly P_R: ReadonlyMap<string, number>;
  readonly sequences: readonly ClaimedSequence[];
  readonly groups: readonly {
    readonly n: number;
    readonly c: readonly number[];
    readonly repository: string | null;
    readonly language: string | null;
  }[];
  /** Limits by name, "tasks" among them where tasks are left out. */
  readonly limits: ReadonlyMap<string, readonly [number, number]>;
  /** Number of tasks to select. */
  readonly tasks: number;
  readonly selection: readonly (readonly (readonly [number, number])[])[];
  /** Claimed numbers, `null` where the file does not claim them. */
  readonly numbers: {
    readonly tfas: number;
    readonly S_L: number | null;
    readonly S_T: number | null;
    readonly S_R: number | null;
    readonly retainedTurns: number | null;
  };
  readonly bound: number;
  readonly certificate: readonly ClaimedTangent[];
  readonly assignments: readonly ClaimedAssignment[] | null;
}

/** A tangent point as stored. */
export interface ClaimedTangent {
  readonly N: readonly [number, number];
  readonly l: readonly number[];
  readonly t: readonly number[];
  readonly r: ReadonlyMap<string, number>;
  readonly lambda: ReadonlyMap<string, number>;
}

/** One task with the candidate that it got. */
export interface ClaimedAssignment {
  readonly instance: string;
  readonly group: number;
  readonly position: number;
  readonly intents: readonly string[];
}

type Json = Record<string, unknown>;

/**
 * Read what a file claims.
 *
 * @param value Parsed JSON: a selection file or an oracle's instance.
 * @param where Name of the file, for error messages.
 * @param excluded Labels that do not enter P_T and P_R, where the file does not say.
 * @returns The claim.
 * @throws {TypeError} If something that a check needs is missing or of the wrong type.
 *
 * @example
 * ```ts
 * import { throws } from "node:assert/strict";
 * import { readClaim } from "@taskflow/select";
 *
 * throws(() => readClaim({}, "s.json", []), /Cannot certify "s.json": "labels" is missing/);
 * ```
 */
export function readClaim(
  value: unknown,
  where: string,
  excluded: readonly string[],
): Claim {
  const fail = (what: string): never => {
    throw new TypeError(`Cannot certify "${where}": ${what}`);
  };
  const object = (value: unknown, name: string): Json =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Json
      : fail(
        value === undefined
          ? `"${name}" is missing`
          : `"${name}" is not an object`,
      );
  const list = (value: unknown, name: string): unknown[] =>
    Array.isArray(value) ? value : fail(
      value === undefined ? `"${name}" is missing` : `"${name}" is not a list`,
    );
  const number = (value: unknown, name: string): number =>
    typeof value === "number" && Number.isFinite(value)
      ? value
      : fail(`"${name}" is not a number`);
  const amount = (value: unknown, name: string): number => {
    const n = number(value, name);
    return n >= 0 ? n : fail(`"${name}" is negative`);
  };
  const text = (value: unknown, name: string): string =>
    typeof value === "string" ? value : fail(`"${name}" is not a text`);
  const numbers = (value: unknown, name: string) =>
    list(value, name).map((item) => amount(item, name));
  const map = (value: unknown, name: string, signed = false) =>
    new Map(
      Object.entries(value === undefined ? {} : object(value, name)).map((
        [key, item],
      ) => [key, (signed ? number : amount)(item, `${name}.${key}`)] as const),
    );
  const optional = (value: unknown, name: string) =>
    value === undefined ? null : number(value, name);
  const pair = (value: unknown, name: string): readonly [number, number] => {
    const [a, b] = numbers(value, name);
    return a === undefined || b === undefined
      ? fail(`"${name}" is not a pair`)
      : [a, b];
  };

  const file = object(value, "file");
  const labels = list(file.labels, "labels").map((item) =>
    text(item, "labels")
  );
  const retained = file.retained === undefined
    ? labels.filter((label) => !excluded.includes(label))
    : list(file.retained, "retained").map((item) => text(item, "retained"));
  const conventions = object(file.conventions, "conventions");
  const target = object(file.target, "target");
  const sequences = list(file.sequences, "sequences").map((item, at) => {
    const name = `sequences[${at}]`;
    const sequence = object(item, name);
    const codes = numbers(sequence.t, `${name}.t`);
    return {
      codes,
      length: codes.length,
      retained: codes.map((code) =>
        retained.indexOf(
          labels[code] ?? fail(`"${name}" has no label ${code}`),
        )
      ).filter((code) => code >= 0),
      pattern: text(sequence.p, `${name}.p`),
      cost: sequence.cost === undefined
        ? 0
        : amount(sequence.cost, `${name}.cost`),
    };
  });
  const groups = list(file.groups, "groups").map((item, at) => {
    const group = object(item, `groups[${at}]`);
    const of = (key: string) =>
      group[key] === undefined ? null : text(group[key], key);
    return {
      n: amount(group.n, `groups[${at}].n`),
      c: numbers(group.c, `groups[${at}].c`),
      repository: of("repository"),
      language: of("language"),
    };
  });
  const pool = amount(file.tasks, "tasks");
  const limits = new Map<string, readonly [number, number]>();
  const constraints = file.constraints === undefined
    ? {}
    : object(file.constraints, "constraints");
  for (const [kind, limit] of Object.entries(constraints)) {
    if (kind === "tasks" || kind === "cost") {
      limits.set(kind, pair(limit, `constraints.${kind}`));
      continue;
    }
    if (!["placement", "turns", "repository", "language"].includes(kind)) {
      fail(`constraint "${kind}" is not known`);
    }
    for (const [name, range] of Object.entries(object(limit, kind))) {
      limits.set(`${kind} ${name}`, pair(range, `constraints.${kind}.${name}`));
    }
  }
  const best = object(file.best, "best");
  const bound = object(file.bound, "bound");
  return {
    labels,
    retained,
    lengthOf: text(conventions.lengthOf, "conventions.lengthOf"),
    emptySession: text(conventions.emptySession, "conventions.emptySession"),
    pool,
    P_L: numbers(target.P_L, "target.P_L"),
    P_T: numbers(target.P_T, "target.P_T"),
    P_R: map(target.P_R, "target.P_R"),
    sequences,
    groups,
    limits,
    tasks: limits.get("tasks")?.[0] ?? pool,
    selection: list(best.selection, "best.selection").map((units, g) =>
      list(units, `best.selection[${g}]`).map((entry) => {
        const [position, n] = list(entry, `best.selection[${g}]`);
        return [
          number(position, `best.selection[${g}]`),
          number(n, `best.selection[${g}]`),
        ] as const;
      })
    ),
    numbers: {
      tfas: number(best.tfas, "best.tfas"),
      S_L: optional(best.S_L, "best.S_L"),
      S_T: optional(best.S_T, "best.S_T"),
      S_R: optional(best.S_R, "best.S_R"),
      retainedTurns: optional(best.retainedTurns, "best.retainedTurns"),
    },
    bound: number(bound.tfas, "bound.tfas"),
    certificate: list(bound.certificate, "bound.certificate").map(
      (item, at) => {
        const tangent = object(item, `certificate[${at}]`);
        return {
          N: pair(tangent.N, `certificate[${at}].N`),
          l: numbers(tangent.l, `certificate[${at}].l`),
          t: numbers(tangent.t, `certificate[${at}].t`),
          r: map(tangent.r, `certificate[${at}].r`),
          lambda: map(tangent.lambda, `certificate[${at}].lambda`, true),
        };
      },
    ),
    assignments: file.assignments === undefined
      ? null
      : list(file.assignments, "assignments").map((item, at) => {
        const name = `assignments[${at}]`;
        const assignment = object(item, name);
        return {
          instance: text(assignment.instance_id, `${name}.instance_id`),
          group: number(assignment.group, `${name}.group`),
          position: number(assignment.position, `${name}.position`),
          intents: list(assignment.turns, `${name}.turns`).map((turn) =>
            text(object(turn, `${name}.turns`).intent, `${name}.turns.intent`)
          ),
        };
      }),
  };
}
