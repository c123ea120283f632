/**
 * Session filters as expressions: `messages>=3 && agent == "cursor"` (Appendix C, step 1).
 *
 * @module
 */

import jsep from "jsep";
import type { Attribute, Session } from "./session.ts";

/** The default filter of a target: the long slice (Section 2). */
export const LONG_SLICE = "messages>=3";

/** A compiled filter. */
export interface Where {
  /** The expression as given. */
  readonly source: string;
  /** Attribute names that the expression reads. */
  readonly attributes: ReadonlySet<string>;
  /** Whether a session with these attributes passes; a comparison with `null` is false. */
  readonly test: (attributes: Readonly<Record<string, Attribute>>) => boolean;
}

type Evaluate = (attributes: Readonly<Record<string, Attribute>>) => Attribute;

jsep.addBinaryOp("and", 2);
jsep.addBinaryOp("or", 1);
jsep.addUnaryOp("not");

/** Comparisons of two known values of one type; one with `null` only knows whether both are. */
const COMPARE: Record<string, (a: Attribute, b: Attribute) => boolean> = {
  "==": (a, b) => a === b,
  "===": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "!==": (a, b) => a !== b,
  "<": (a, b) => a !== null && b !== null && a < b,
  "<=": (a, b) => a !== null && b !== null && a <= b,
  ">": (a, b) => a !== null && b !== null && a > b,
  ">=": (a, b) => a !== null && b !== null && a >= b,
};

/** Values of two types are never what was meant: no session would pass, in silence. */
function checkTypes(
  a: Attribute,
  b: Attribute,
  operator: string,
  source: string,
): void {
  if (a === null || b === null) return;
  const order = !operator.includes("=") || /^[<>]/.test(operator);
  if (typeof a === typeof b && !(order && typeof a === "boolean")) return;
  throw new TypeError(
    `Cannot filter by "${source}": "${operator}" compares ${
      JSON.stringify(a)
    } (a ${typeof a}) ` +
      `with ${JSON.stringify(b)} (a ${typeof b})`,
  );
}

/** A condition must be true, false or not known. */
function truth(value: Attribute, source: string): boolean {
  if (typeof value === "boolean" || value === null) return value === true;
  throw new TypeError(
    `Cannot filter by "${source}": ${
      JSON.stringify(value)
    } is neither true nor false; ` +
      `write a comparison such as "messages>=3"`,
  );
}

/**
 * Compile a session filter.
 *
 * Names are session attributes (`messages` is always there); literals are numbers, strings, `true`,
 * `false` and `null`. Operators: `== != < <= > >=`, `&& || !` (or `and or not`), parentheses. Nothing
 * else is evaluated: no calls, no members, no arithmetic.
 *
 * @param source The expression.
 * @returns The compiled filter.
 * @throws {SyntaxError} If the expression cannot be parsed or uses something else. Testing a session
 * throws TypeError if values of two types are compared, or a condition is neither true nor false.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { compileWhere } from "@taskflow/session";
 *
 * const where = compileWhere('messages >= 3 and not (agent == "codex")');
 * equal(where.test({ messages: 4, agent: "cursor" }), true);
 * equal(where.test({ messages: 4, agent: "codex" }), false);
 * ```
 */
export function compileWhere(source: string): Where {
  const attributes = new Set<string>();
  if (source.trim() === "") {
    throw new SyntaxError(
      `Cannot parse filter "${source}": it is empty; write for example "${LONG_SLICE}"`,
    );
  }
  let tree: jsep.Expression;
  try {
    tree = jsep(source);
  } catch (error) {
    throw new SyntaxError(
      `Cannot parse filter "${source}": ${
        error instanceof Error ? error.message : error
      }`,
    );
  }
  const evaluate = compile(tree, source, attributes);
  return {
    source,
    attributes,
    test: (values) => truth(evaluate(values), source),
  };
}

function compile(
  node: jsep.Expression,
  source: string,
  names: Set<string>,
): Evaluate {
  const sub = (part: unknown) =>
    compile(part as jsep.Expression, source, names);
  switch (node.type) {
    case "Literal": {
      const value = node.value as Attribute;
      return () => value;
    }
    case "Identifier": {
      const name = node.name as string;
      names.add(name);
      return (attributes) => attributes[name] ?? null;
    }
    case "UnaryExpression": {
      const operand = sub(node.argument);
      if (node.operator === "!" || node.operator === "not") {
        return (attributes) => !truth(operand(attributes), source);
      }
      if (
        node.operator === "-" &&
        (node.argument as jsep.Expression).type === "Literal"
      ) {
        return (attributes) => -Number(operand(attributes));
      }
      break;
    }
    case "BinaryExpression": {
      const operator = node.operator as string;
      const left = sub(node.left);
      const right = sub(node.right);
      if (operator === "&&" || operator === "and") {
        return (attributes) =>
          truth(left(attributes), source) && truth(right(attributes), source);
      }
      if (operator === "||" || operator === "or") {
        return (attributes) =>
          truth(left(attributes), source) || truth(right(attributes), source);
      }
      const compare = COMPARE[operator];
      if (
        compare !== undefined &&
        (node.left as jsep.Expression).type === "UnaryExpression"
      ) {
        throw new SyntaxError(
          `Cannot parse filter "${source}": put parentheses after "not": not (a == b)`,
        );
      }
      if (compare !== undefined) {
        return (attributes) => {
          const [a, b] = [left(attributes), right(attributes)];
          checkTypes(a, b, operator, source);
          return compare(a, b);
        };
      }
      break;
    }
  }
  const what = "operator" in node ? `"${node.operator}"` : node.type;
  throw new SyntaxError(
    `Cannot use ${what} in filter "${source}": write comparisons such as "messages>=3", ` +
      `joined by and, or, not`,
  );
}

/**
 * The attributes a filter may read: a session's own, and `messages`, the number of all its messages.
 *
 * @param session A session.
 * @returns Attribute values by name.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { filterAttributes } from "@taskflow/session";
 *
 * equal(filterAttributes({ attributes: {}, messages: [] }).messages, 0);
 * ```
 */
export function filterAttributes(
  session: Pick<Session, "attributes"> & {
    readonly messages: { readonly length: number };
  },
): Record<string, Attribute> {
  return { ...session.attributes, messages: session.messages.length };
}
