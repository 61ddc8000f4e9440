// Functions of yours for the judge of Geometry Playground (Java 10):
//     @build@
//     @judge@
// Each is given numbers and arrays of numbers, angles in radians. It returns null where
// nothing is hit, true or false, a number, or what the result has by name:
//     return Map.of("hit", true, "t", t, "point", new double[] {x, y});
// What it throws is told. What it prints by System.out goes to standard error.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Judged {
@each
    // A number is @number@; the names are hit, @names@.
    static Object @name@(@takes@) {
@body
        throw new UnsupportedOperationException("@function@ is not written yet");
@end
    }

@end
@with ray_circle
    // The sample is right to the last bit: it decides by BigDecimal, which is exact.
    static java.math.BigDecimal of(double x) {
        return new java.math.BigDecimal(x);
    }

@end
@sample ray_circle
        var dx = of(direction[0]);
        var dy = of(direction[1]);
        var mx = of(center[0]).subtract(of(origin[0]));
        var my = of(center[1]).subtract(of(origin[1]));
        var square = of(radius).pow(2);
        var across = my.multiply(dx).subtract(mx.multiply(dy));
        var pace = dx.pow(2).add(dy.pow(2));
        var along = mx.multiply(dx).add(my.multiply(dy));
        var power = mx.pow(2).add(my.pow(2)).subtract(square);
        var rest = square.multiply(pace).subtract(across.pow(2));
        int ahead = along.signum(), outside = power.signum();
        if (rest.signum() < 0 || (outside > 0 && ahead < 0)) return null;
        double far = Math.abs(along.doubleValue()) + Math.sqrt(rest.doubleValue());
        if (outside < 0 && ahead > 0) return far / pace.doubleValue();
        return outside == 0 ? 0.0 : Math.abs(power.doubleValue()) / far;
@end
    // From here on nothing is yours: lines are read and answered.
    static Object answered(Judged q) {
@each
        if (q.asks("@function@"))
            return @name@(@asks@);
@end
        throw new IllegalArgumentException("there is no such function here");
    }

    final String line;

    Judged(String line) {
        this.line = line;
    }

    String value(String name) {
        int at = line.indexOf("\"" + name + "\":");
        if (at < 0) throw new IllegalArgumentException("there is no " + name);
        return line.substring(at + name.length() + 3).trim();
    }

    double[] vector(String name) {
        String inside = value(name).substring(1).split("]", 2)[0];
        var parts = Arrays.stream(inside.split(","));
        return parts.mapToDouble(Double::parseDouble).toArray();
    }

    double number(String name) {
        return Double.parseDouble(value(name).split("[,}]", 2)[0]);
    }

    boolean asks(String name) {
        return value("function").startsWith("\"" + name + "\"");
    }

    static String text(Object answer) {
        if (answer instanceof double[]) return Arrays.toString((double[]) answer);
        if (answer instanceof String) {
            return '"' + ((String) answer).replaceAll("[\\p{Cntrl}\"\\\\]", " ") + '"';
        }
        if (!(answer instanceof Map)) return String.valueOf(answer);
        var all = new StringJoiner(", ", "{", "}");
        ((Map<?, ?>) answer).forEach((name, x) -> all.add(text(name) + ": " + text(x)));
        return all.toString();
    }

    public static void main(String[] none) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        for (String line; (line = lines.readLine()) != null; ) {
            String said;
            try {
                said = text(answered(new Judged(line)));
            } catch (Throwable error) {
                said = "{\"error\": " + text(error.toString()) + "}";
            }
            out.println(said);
        }
    }
}
