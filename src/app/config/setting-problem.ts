/** What is wrong with one setting: one line for the operator. */
export type SettingProblem = { readonly setting: string; readonly message: string }
