import { z } from 'zod';
import type { SidekickParameter } from '@assay/domain/contracts/sidekick.ts';

/** The parts of the JSON Schema of a parameter that `describeParameters` reads. */
interface ParameterSchema {
  type?: 'number' | 'integer' | 'boolean' | 'string' | 'null';
  minimum?: number;
  maximum?: number;
  enum?: string[];
  anyOf?: ParameterSchema[];
  default?: SidekickParameter['default'];
  description?: string;
  unit?: string;
  thresholdOf?: string;
}

/** Returns the parameters of a sidekick as the API shows them. */
export function describeParameters(parameters: z.ZodObject | undefined): SidekickParameter[] {
  if (parameters === undefined) return [];
  const { properties = {} } = z.toJSONSchema(parameters, { io: 'input' });
  return Object.entries(properties as Record<string, ParameterSchema>).map(([name, schema]) => {
    const { anyOf = [schema], description = '', unit = null, thresholdOf = null } = schema;
    const value = anyOf.find(({ type }) => type !== 'null')!;
    return {
      name,
      description,
      type: value.type === 'boolean' || value.type === 'string' ? value.type : 'number',
      nullable: anyOf.some(({ type }) => type === 'null'),
      unit,
      least: value.minimum ?? null,
      most: value.maximum ?? null,
      thresholdOf,
      values: value.enum ?? null,
      default: schema.default ?? null,
    };
  });
}
