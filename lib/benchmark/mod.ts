/**
 * Issue-derived benchmark tasks: rows of SWE-Bench Pro, SWE-bench and its relatives, decoded.
 *
 * @module
 */

export {
  type ColumnMap,
  type FieldName,
  FIELDS,
  parseColumnMap,
} from "./column_map.ts";
export { decodeList } from "./decode_list.ts";
export { decodeText } from "./decode_text.ts";
export { describeTasks, type TaskStatistics } from "./describe_tasks.ts";
export { promptOf } from "./prompt_of.ts";
export { type FileRecord, readRecords } from "./read_records.ts";
export {
  type MalformedRow,
  readTasks,
  type ReadTasksOptions,
  type TaskFile,
} from "./read_tasks.ts";
export { type PromptKind, type Task, taskSchema } from "./task.ts";
export { readTaskLabels, type TaskLabelsOptions } from "./task_labels.ts";
export { taskOf, type TaskOfOptions } from "./task_of.ts";
export { taskSessions } from "./task_sessions.ts";
export { writeTasks } from "./write_tasks.ts";
