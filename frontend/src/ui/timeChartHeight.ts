/** How high a chart over time is: where it will stand is known before its code is there. */
export const TIME_CHART_PX = 200
