/** The author of a change, for the audit log. */
export interface Actor {
  kind: 'key' | 'operator' | 'member';
  /** Id of the API key or of the member, or the operator's name. */
  name: string;
  /** Address of the client. Null for operators, or if the address is unknown. */
  address: string | null;
}
