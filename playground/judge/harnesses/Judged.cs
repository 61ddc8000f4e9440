// Functions of yours for the judge of Geometry Playground (C# 6):
//     @build@
//     @judge@
// Each is given numbers and arrays of numbers, angles in radians. It returns null where
// nothing is hit, true or false, a number, or what the result has by name:
//     return new Dictionary<string, object> {{"t", t}, {"point", new[] {x, y}}};
// What it throws is told. What it prints by Console goes to standard error.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;

class Judged {
@each
    // A number is @number@; the names are hit, @names@.
    static object @name@(@takes@) {
@body
        throw new NotImplementedException("@function@ is not written yet");
@end
    }

@end
@with ray_circle
    // The sample decides by exact sums of products: it is right to the last bit,
    // unless they underflow. A sum is of numbers of which none overlap, the largest
    // last. Its factors come in twos.
    static double[] Sum(params double[][] factors) {
        var parts = new List<double>();
        for (int i = 0; i < factors.Length; i += 2)
            foreach (double x in factors[i])
                foreach (double y in factors[i + 1]) {
                    double whole = x * y, p = High(x), q = x - p;
                    double r = High(y), s = y - r;
                    Add(parts, q * s - (whole - p * r - q * r - p * s));
                    Add(parts, whole);
                }
        return parts.ToArray();
    }

    static double High(double x) {
        double large = 134217729 * x;
        return large - (large - x);
    }

    static void Add(List<double> parts, double x) {
        int kept = 0;
        foreach (double y in parts.ToArray()) {
            double whole = x + y, part = whole - x;
            double rest = x - (whole - part) + (y - part);
            if (rest != 0) parts[kept++] = rest;
            x = whole;
        }
        parts.RemoveRange(kept, parts.Count - kept);
        parts.Add(x);
    }

    static double[] Of(double x) { return new[] { x }; }

@end
@sample ray_circle
        double[] one = Of(1), minus = Of(-1), r = Of(radius);
        double[] dx = Of(direction[0]), dy = Of(direction[1]);
        var mx = Sum(Of(center[0]), one, Of(origin[0]), minus);
        var my = Sum(Of(center[1]), one, Of(origin[1]), minus);
        var across = Sum(my, dx, mx, Of(-direction[1]));
        var pace = Sum(dx, dx, dy, dy);
        double along = Sum(mx, dx, my, dy).Sum();
        double power = Sum(mx, mx, my, my, r, Of(-radius)).Sum();
        double rest = Sum(Sum(r, r), pace, across, Sum(across, minus)).Sum();
        if (rest < 0 || (power > 0 && along < 0)) return null;
        double far = Math.Abs(along) + Math.Sqrt(rest);
        if (power < 0 && along > 0) return far / pace.Sum();
        return power == 0 ? 0.0 : Math.Abs(power) / far;
@end
    // From here on nothing is yours: lines are read and answered.
    static object Answered(Judged q) {
@each
        if (q.Asks("@function@"))
            return @name@(@asks@);
@end
        throw new ArgumentException("there is no such function here");
    }

    static readonly CultureInfo Plain = CultureInfo.InvariantCulture;
    string line;

    string Value(string name) {
        int at = line.IndexOf("\"" + name + "\":", StringComparison.Ordinal);
        if (at < 0) throw new ArgumentException("there is no " + name);
        return line.Substring(at + name.Length + 3).Trim();
    }

    double[] Numbers(string name) {
        var inside = Value(name).Substring(1).Split(']')[0];
        return inside.Split(',').Select(Parsed).ToArray();
    }

    double Number(string name) { return Parsed(Value(name).Split(',', '}')[0]); }

    // Mono's double.Parse is off by a last bit now and then: of three the nearest.
    static double Parsed(string text) {
        bool minus = text.Trim()[0] == '-';
        var parts = text.Trim().TrimStart('-').Split('e');
        var digits = (parts[0] + ".").Split('.');
        int power = parts.Length > 1 ? int.Parse(parts[1], Plain) : 0;
        power -= digits[1].Length;
        BigInteger ten = 10, below = BigInteger.Pow(ten, Math.Max(-power, 0));
        var above = BigInteger.Pow(ten, Math.Max(power, 0)) * BigInteger.Pow(2, 1074);
        var whole = BigInteger.Parse(digits[0] + digits[1]) * above;
        double read = Math.Abs(double.Parse(text, Plain));
        long bits = BitConverter.DoubleToInt64Bits(read);
        var near = new[] { bits, bits + 1, Math.Max(bits - 1, 0) };
        bits = near.OrderBy(x => BigInteger.Abs(Whole(x) * below - whole)).First();
        double number = BitConverter.Int64BitsToDouble(bits);
        return minus ? -number : number;
    }

    static BigInteger Whole(long bits) {
        long power = bits >> 52, part = bits & ((1L << 52) - 1);
        return power == 0 ? part : new BigInteger(part | 1L << 52) << (int) power - 1;
    }

    bool Asks(string name) { return Value("function").StartsWith("\"" + name + "\""); }

    static string Text(object answer) {
        if (answer == null) return "null";
        if (answer is bool) return (bool) answer ? "true" : "false";
        var numbers = answer as double[];
        if (numbers != null)
            return "[" + string.Join(", ", numbers.Select(x => Text(x))) + "]";
        var named = answer as Dictionary<string, object>;
        if (named != null)
            return "{" + string.Join(", ", named.Select(Pair)) + "}";
        if (answer is string) return Quoted((string) answer);
        double number = Convert.ToDouble(answer);
        bool negative = BitConverter.DoubleToInt64Bits(number) < 0;
        return number == 0 && negative ? "-0" : number.ToString("G17", Plain);
    }

    static string Pair(KeyValuePair<string, object> named) {
        return Quoted(named.Key) + ": " + Text(named.Value);
    }

    static string Quoted(string text) {
        var plain = text.Select(x => x < ' ' || x == '"' || x == '\\' ? ' ' : x);
        return "\"" + string.Concat(plain) + "\"";
    }

    static void Main() {
        var output = Console.Out;
        Console.SetOut(Console.Error);
        for (string line; (line = Console.ReadLine()) != null; output.Flush())
            try {
                output.WriteLine(Text(Answered(new Judged { line = line })));
            } catch (Exception error) {
                var words = error.GetType().Name + ": " + error.Message;
                output.WriteLine("{\"error\": " + Quoted(words) + "}");
            }
    }
}
