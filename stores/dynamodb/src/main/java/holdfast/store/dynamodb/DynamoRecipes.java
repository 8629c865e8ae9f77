package holdfast.store.dynamodb;

import java.util.List;
import java.util.stream.Collectors;

/** What people need who make the tables themselves, or let others use them. */
public final class DynamoRecipes {
    /** All that Holdfast asks of its tables. Transactions need the right to each of their parts. */
    private static final List<String> ACTIONS =
            List.of(
                    "dynamodb:GetItem",
                    "dynamodb:BatchGetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem",
                    "dynamodb:DeleteItem",
                    "dynamodb:BatchWriteItem",
                    "dynamodb:Query",
                    "dynamodb:Scan");

    private DynamoRecipes() {}

    /** The tables in Terraform. */
    public static String terraform(DynamoAddress address) {
        return DynamoTables.Table.of(address).stream()
                .map(DynamoRecipes::resource)
                .collect(Collectors.joining("\n"));
    }

    private static String resource(DynamoTables.Table table) {
        var text = new StringBuilder();
        text.append("resource \"aws_dynamodb_table\" \"")
                .append(table.name().replaceAll("[^A-Za-z0-9_]", "_"))
                .append("\" {\n  name         = \"")
                .append(table.name())
                .append("\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key     = \"")
                .append(table.keys().getFirst().name())
                .append("\"\n");
        if (table.keys().size() > 1) {
            text.append("  range_key    = \"").append(table.keys().get(1).name()).append("\"\n");
        }
        for (DynamoTables.Key key : table.keys()) {
            text.append("\n  attribute {\n    name = \"")
                    .append(key.name())
                    .append("\"\n    type = \"")
                    .append(key.type())
                    .append("\"\n  }\n");
        }
        if (table.hasEnds()) {
            text.append("\n  ttl {\n    attribute_name = \"")
                    .append(Records.EXPIRES)
                    .append("\"\n    enabled        = true\n  }\n");
        }
        return text.append("\n  point_in_time_recovery {\n    enabled = true\n  }\n}\n").toString();
    }

    /** The least that a client must be permitted, as an IAM policy. */
    public static String policy(DynamoAddress address) {
        String region = address.region() == null ? "*" : address.region();
        return """
        {
          "Version": "2012-10-17",
          "Statement": [
            {
              "Effect": "Allow",
              "Action": [
        %s
              ],
              "Resource": [
        %s
              ]
            }
          ]
        }
        """
                .formatted(
                        lines(ACTIONS),
                        lines(
                                DynamoTables.Table.of(address).stream()
                                        .map(table ->
                                                "arn:aws:dynamodb:"
                                                        + region
                                                        + ":*:table/"
                                                        + table.name())
                                        .toList()));
    }

    private static String lines(List<String> values) {
        return values.stream()
                .map(value -> "        \"" + value + "\"")
                .collect(Collectors.joining(",\n"));
    }
}
