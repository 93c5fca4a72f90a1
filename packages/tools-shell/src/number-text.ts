/** A whole number with commas. Without `toLocaleString`, whose first use loads the whole locale data. */
export const n = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
