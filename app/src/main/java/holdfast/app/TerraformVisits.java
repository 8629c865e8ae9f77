package holdfast.app;

import holdfast.server.Mount;
import holdfast.terraform.TerraformBackend;
import io.helidon.webserver.http.ServerRequest;

/** What the server knows of Terraform's requests: their token is a password, and what ends a run is never refused for coming too often. */
final class TerraformVisits implements Mount.Visits {
    @Override
    public String authorization(String header) {
        return TerraformAccess.asBearer(header);
    }

    @Override
    public boolean isAlwaysServed(ServerRequest request) {
        return TerraformBackend.endsARun(request);
    }
}
