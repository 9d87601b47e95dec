/** The bell in a square of 16: of alerts and notifications, in icons and on the chart's canvas. */
export const BELL = 'M3.5 11.5h9c-1-1-1.3-2.2-1.3-4.3a3.2 3.2 0 0 0-6.4 0c0 2.1-.3 3.3-1.3 4.3zM6.8 13.8h2.4'
