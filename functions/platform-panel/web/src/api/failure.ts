// Failures of requests: what the platform refused, and what did not reach it.
import type { components } from "./schema";

type ErrorBody = components["schemas"]["ErrorBody"];

/** A request that did not succeed. */
export class Failure extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Stable code of the platform, `network`, or `unexpected` for a response without one. */
  readonly code: string;
  /** Number to give to the administrator of the platform. */
  readonly requestId: string | null;
  readonly issues: ErrorBody["issues"];
  /** Seconds after which a repetition may succeed. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    body: Partial<ErrorBody> & { code: string; message: string },
    retryAfter: number | null = null,
  ) {
    super(body.message);
    this.name = "Failure";
    this.status = status;
    this.code = body.code;
    this.requestId = body.request_id || null;
    this.issues = body.issues ?? [];
    this.retryAfter = retryAfter;
  }

  /** The message of the field, if the platform refused it. */
  field(name: string): string | undefined {
    return this.issues?.find((issue) => issue.field === name)?.message;
  }
}

const OFFLINE = "Não há conexão com a Pauta. Verifique a rede; tentaremos de novo quando ela voltar.";
const UNEXPECTED = "A Pauta não respondeu como esperado. Tente de novo em instantes.";

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}

/** The failure that an unsuccessful response states. */
export function failureOf(response: Response, body: unknown): Failure {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (isErrorBody(body)) return new Failure(response.status, body, retryAfter);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return new Failure(response.status, { code: "unexpected", message: UNEXPECTED, request_id: requestId }, retryAfter);
}

/** Any error as a failure. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof TypeError) return new Failure(0, { code: "network", message: OFFLINE });
  return new Failure(0, { code: "unexpected", message: UNEXPECTED });
}
