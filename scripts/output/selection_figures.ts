/**
 * Pictures of a selection.
 *
 * @module
 */

import { placementBars, selectionSearch, writeFigure } from "@taskflow/plot";
import type { SearchStep, SelectionReport } from "@taskflow/select";

/**
 * Draw search and placements.
 *
 * @param folder Where to.
 * @param steps Steps of the search.
 * @param report Numbers of the selection.
 * @param standIn Whether inputs are stand-ins.
 */
export async function writeSelectionFigures(
  folder: string,
  steps: readonly SearchStep[],
  report: SelectionReport,
  standIn: boolean,
): Promise<void> {
  if (steps.some(({ tfas }) => tfas !== null)) {
    await writeFigure(
      folder,
      selectionSearch(steps, {
        name: "selection-search",
        title: "How the search went",
        standIn,
      }),
    );
  }
  await writeFigure(
    folder,
    placementBars(report.byPattern, {
      name: "selection-placement",
      title: "Where questions stand",
      standIn,
    }),
  );
}
