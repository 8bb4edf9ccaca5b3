// The application: the screens before a session, or the desk.
import { lazy, Suspense, useEffect, useState } from "react";

import { asFailure } from "./api/failure";
import { FailureNote } from "./design/notes";
import { renew, sessionState } from "./session/session";
import { useSessionState } from "./session/use-session";
import { SignIn } from "./sign-in/sign-in";
import { Sheet } from "./sign-in/sheet";

const desk = () => import("./desk");
const Desk = lazy(() => desk().then(({ Desk }) => ({ default: Desk })));
// It arrives while the session is renewed. A failure shows when it is drawn.
if (sessionState() !== "signed-out") desk().catch(() => undefined);

export function App() {
  const state = useSessionState();
  const [begun, setBegun] = useState(false);
  const [error, setError] = useState<unknown>(null);

  if (state === "signed-in" && !begun) setBegun(true);
  useEffect(() => {
    if (state === "unknown") renew().then(() => setError(null), setError);
  }, [state]);

  if (!begun && state === "signed-out") return <SignIn />;
  if (!begun && state === "unknown") {
    if (error && asFailure(error).status !== 401) {
      return (
        <Sheet title="Sem resposta da Pauta" says="Sua sessão continua neste aparelho.">
          <FailureNote error={error} onRetry={() => void renew().then(() => setError(null), setError)} />
        </Sheet>
      );
    }
    return (
      <p className="vh" role="status">
        Abrindo a Pauta
      </p>
    );
  }
  // A session that ends leaves the desk as it is, so that nothing that was written is lost.
  const ended = state !== "signed-in";
  return (
    <>
      <div inert={ended}>
        <Suspense
          fallback={
            <p className="vh" role="status">
              Abrindo a Pauta
            </p>
          }
        >
          <Desk />
        </Suspense>
      </div>
      {ended ? (
        <div className="session-over">
          <SignIn />
        </div>
      ) : null}
    </>
  );
}
