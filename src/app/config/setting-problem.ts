/** Problem of one setting: one line for the operator. */
export type SettingProblem = { readonly setting: string; readonly message: string }
