/**
 * Pictures and pages: every chart is a {@linkcode Figure} with a Vega-Lite spec and
 * the table behind it, drawn by `renderSvg()`, and nothing else.
 *
 * @module
 */

export * from "./agreement_tables.ts";
export * from "./chart_config.ts";
export * from "./compare_tables.ts";
export * from "./confusion_heatmap.ts";
export * from "./csv_table.ts";
export * from "./escape_html.ts";
export * from "./figure.ts";
export * from "./flow_tables.ts";
export * from "./format.ts";
export * from "./gap_figure.ts";
export * from "./gold_tables.ts";
export * from "./html_table.ts";
export * from "./intent_bars.ts";
export * from "./markdown_table.ts";
export * from "./page.ts";
export * from "./palette.ts";
export * from "./placement_bars.ts";
export * from "./prose.ts";
export * from "./published_statistics.ts";
export * from "./render_png.ts";
export * from "./render_svg.ts";
export * from "./sankey.ts";
export * from "./sankey_difference.ts";
export * from "./sankey_flow.ts";
export * from "./sankey_layout.ts";
export * from "./sankey_words.ts";
export * from "./selection_search.ts";
export * from "./session_length.ts";
export * from "./stability_curve.ts";
export * from "./text_width.ts";
export * from "./tfas_matrix.ts";
export * from "./tidy_svg.ts";
export * from "./transition_heatmap.ts";
export * from "./transition_lift.ts";
export * from "./write_figure.ts";
