import { z } from "zod";
import { withRoute } from "@/app/api/route-app";
import { DomainFailure, domainError } from "@/lib/core/errors";

/** Any other address of the API: a problem like all others, not a page. */
const unknownRoute = withRoute(z.object({}), async () => {
  throw new DomainFailure(domainError("not_found", "The API has nothing at this address."));
});

export {
  unknownRoute as DELETE,
  unknownRoute as GET,
  unknownRoute as PATCH,
  unknownRoute as POST,
  unknownRoute as PUT,
};
