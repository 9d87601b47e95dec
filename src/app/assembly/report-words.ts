/** Parts of a report: the names of its files and the number of its form. */

/** Whoever reads a report of a higher number does not know what it means. */
export const REPORT_FORMAT = 2
export const REPORT_ABOUT = 'sesame-report/report.json'
export const REPORT_SEGMENTS = 'sesame-report/recording/'
