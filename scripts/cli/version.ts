/** Version of the workbench, as written into every provenance record. */
export const VERSION = "0.1.0";
